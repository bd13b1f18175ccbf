import { CommandError, type CommandOutput } from '@snug/protocol';
import { useEffect, useEffectEvent, useState } from 'react';
import { roomPath } from '../../state/room-path.ts';
import { errorText } from '../../strings/error-text.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { DialogState } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showError, showReminder } from '../../ui/feedback/toast.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { useInvitations } from './use-invitations.ts';

const { invites: texts } = lazyStrings;

/** A member of all rooms goes to the first one without a question. */
export function AcceptInviteDialog({ code, isOpen, onOpenChange }: DialogState & { code: string }) {
  const invitations = useInvitations();
  const [found, setFound] = useState<CommandOutput<'get_invite'>>();
  const [isBusy, setBusy] = useState(false);

  const fail = useEffectEvent((error: unknown) => {
    const isRetryable = error instanceof CommandError && error.isRetryable;
    // The question shows already, of the time before.
    if (isRetryable && found) return;
    onOpenChange(false);
    if (!isRetryable) return showInviteError(error);
    // The address no longer has the code.
    showReminder(errorText(error), {
      label: strings.shell.tryAgain,
      run: () => navigate(addInvite(code), { replace: true }),
    });
  });
  const show = useEffectEvent((invite: CommandOutput<'get_invite'>) => {
    const [room] = invite.rooms;
    if (!invite.isMember) return setFound(invite);
    onOpenChange(false);
    if (room) navigate(roomPath(room.id), { replace: true });
  });
  // Each time: the same link can be opened again.
  useEffect(() => {
    if (isOpen) invitations.get(code).then(show, fail);
  }, [invitations, code, isOpen]);

  async function join(): Promise<void> {
    setBusy(true);
    try {
      const [room] = await invitations.redeem(code);
      onOpenChange(false);
      if (room) navigate(roomPath(room.id));
    } catch (error) {
      if (!(error instanceof CommandError) || !error.isRetryable) onOpenChange(false);
      showInviteError(error);
    }
    setBusy(false);
  }

  if (!found) return null;
  const names = found.rooms.map(({ name }) => isolateBidi(name)).join(', ');
  return (
    <ConfirmDialog
      title={texts.join(names)}
      description={texts.invitedBy(isolateBidi(found.inviter.name))}
      isOpen={isOpen}
      confirmLabel={texts.joinRoom}
      variant="main"
      isBusy={isBusy}
      onConfirm={() => void join()}
      onClose={() => onOpenChange(false)}
    />
  );
}

function showInviteError(error: unknown): void {
  if (error instanceof CommandError && error.code === 'not_found') showError(texts.over);
  else showCommandError(error);
}

function addInvite(code: string): string {
  const url = new URL(location.href);
  url.searchParams.set('invite', code);
  return url.pathname + url.search;
}
