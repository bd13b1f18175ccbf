import type { Link } from '@snug/protocol';
import type { ReactNode } from 'react';
import { AddressLink } from '../../../ui/browser/address-link.tsx';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import styles from './message-text.module.css';

interface TextLinkProps {
  link: Link;
  children: ReactNode;
}

/** Opens on a click; the page fetches nothing from it. */
export function TextLink({ link, children }: TextLinkProps) {
  const { href, host, isNamed, isMisleading } = link;
  return (
    <AddressLink
      tabIndex={useRovingTabIndex()}
      className={styles.link}
      href={href}
      // Addresses read from left to right in every language.
      dir={isNamed ? undefined : 'ltr'}
      data-host={host}
      data-named={(isNamed && !isMisleading) || undefined}
      {...(isNamed && { title: host, 'aria-description': host })}
    >
      {/* Isolated, because a label could reverse the text after it, which shows the host. */}
      {isNamed ? <bdi>{children}</bdi> : children}
    </AddressLink>
  );
}
