import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { navigate } from './location.ts';

interface LinkProps extends ComponentProps<'a'> {
  href: string;
  children: ReactNode;
}

export function Link({ href, children, onClick, ...props }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    // The browser opens these in another tab or window, or downloads them.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <a {...props} href={href} onClick={follow}>
      {children}
    </a>
  );
}
