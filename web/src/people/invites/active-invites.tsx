import type { Invite } from '@snug/protocol';
import { useId } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import entry from '../../ui/list/entry.module.css';
import { useFocusAfterRemoval } from '../../ui/list/use-focus-after-removal.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatDate } from '../../ui/text/format-time.ts';
import { Name } from '../../ui/text/name.tsx';
import styles from './active-invites.module.css';

const { invites: texts } = lazyStrings;

interface ActiveInvitesProps {
  invites: readonly Invite[];
  onRevoke: (id: string) => void;
  /** Finds what gets the focus after the last invitation is revoked. */
  findFallback: () => HTMLElement | null | undefined;
}

export function ActiveInvites({ invites, onRevoke, findFallback }: ActiveInvitesProps) {
  const id = useId();
  const rows = useFocusAfterRemoval<HTMLUListElement>(findFallback);
  if (invites.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 className={styles.heading} id={id}>
        {texts.active}
      </h3>
      <ul className={styles.list} {...rows}>
        {invites.map(invite => (
          <ActiveInvite key={invite.id} invite={invite} onRevoke={() => onRevoke(invite.id)} />
        ))}
      </ul>
    </section>
  );
}

function ActiveInvite({ invite, onRevoke }: { invite: Invite; onRevoke: () => void }) {
  const { createdBy, uses, maxUses, expiresAt, guest, guestUntil } = invite;
  const parts = [texts.used(uses, maxUses), texts.until(formatDate(expiresAt))];
  if (guest) parts.push(texts.guestLink(guestUntil === undefined ? undefined : formatDate(guestUntil)));
  const details = parts.join(', ');
  return (
    <li className={styles.row}>
      <div className={entry.words}>
        <Name of={createdBy.name} />
        <span className={entry.detail}>{details}</span>
      </div>
      <Button aria-label={texts.revokeOf(isolateBidi(createdBy.name), details)} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  );
}
