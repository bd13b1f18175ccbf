import type { ComponentProps, MouseEvent } from 'react';
import { Link } from './link.tsx';
import { getOwnPath, openOwnPath } from './own-link.ts';

/** A link that a person wrote: to a page of this Snug it opens in place, to any other page in a new tab. */
export function AddressLink({ href, children, ...props }: ComponentProps<typeof Link>) {
  const path = getOwnPath(href);
  if (path === undefined)
    return (
      <a {...props} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  const open = (event: MouseEvent) => {
    event.preventDefault();
    openOwnPath(path);
  };
  return (
    <Link {...props} href={path} onClick={open}>
      {children}
    </Link>
  );
}
