import type { WorkspaceInvite } from '@snug/protocol';
import { useState } from 'react';
import { useInvitations } from '../people/invites/use-invitations.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { isolateBidi } from '../ui/text/bidi.ts';
import { formatDate } from '../ui/text/format-time.ts';
import { RowButton } from './table/row-controls.tsx';

export function RevokeButton({ invite, onRevoked }: { invite: WorkspaceInvite; onRevoked: () => void }) {
  const invitations = useInvitations();
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.invites;
  const { id, createdBy, uses, maxUses, expiresAt } = invite;
  const details = `${texts.used(uses, maxUses)}, ${texts.until(formatDate(expiresAt))}`;

  async function revoke(): Promise<void> {
    setBusy(true);
    try {
      await invitations.revoke(id);
      showSuccess(texts.revoked);
      onRevoked();
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  return (
    <RowButton
      aria-label={texts.revokeOf(isolateBidi(createdBy.name), details)}
      isBusy={isBusy}
      onClick={() => void revoke()}
    >
      {texts.revoke}
    </RowButton>
  );
}
