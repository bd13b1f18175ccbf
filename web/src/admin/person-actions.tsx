import type { WorkspacePerson } from '@snug/protocol';
import {
  Ban,
  CalendarClock,
  CircleCheck,
  Ellipsis,
  KeyRound,
  LogOut,
  ScrollText,
  Shield,
  ShieldOff,
  UserRoundCheck,
  UserRoundPlus,
} from 'lucide-react';
import { useState } from 'react';
import { GuestEndDialog } from '../people/guests/guest-end-dialog.tsx';
import { useChat, useMe } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { navigate } from '../ui/browser/location.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { MenuItem } from '../ui/menu/menu-item.tsx';
import { PopupMenu } from '../ui/menu/popup-menu.tsx';
import { isolateBidi } from '../ui/text/bidi.ts';
import { AccountLinkDialog } from './account-link-dialog.tsx';
import { RowIconButton } from './table/row-controls.tsx';
import styles from './table/table.module.css';

interface PersonActionsProps {
  row: WorkspacePerson;
  onChange: () => void;
}

type Question = 'suspend' | 'sessions' | 'recovery' | 'claim' | 'member' | 'end';

/** Nothing for the reader, because nobody changes their own rights. */
export function PersonActions({ row, onChange }: PersonActionsProps) {
  const me = useMe();
  return row.person.uid === me.uid ? (
    lazyStrings.roomDetails.you
  ) : (
    <OtherPersonActions row={row} onChange={onChange} />
  );
}

function OtherPersonActions({ row, onChange }: PersonActionsProps) {
  const name = isolateBidi(row.person.name);
  const [isOpen, setOpen] = useState(false);
  const [question, ask] = useState<Question>();
  const [opener, setOpener] = useState<{ button: HTMLElement; isByKey: boolean }>();
  const changes = usePersonChanges(row, onChange);
  return (
    <span className={styles.actions}>
      <RowIconButton
        label={lazyStrings.members.manage(name)}
        icon={Ellipsis}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-popup-open={isOpen || undefined}
        onClick={({ currentTarget, detail }) => {
          setOpener({ button: currentTarget, isByKey: detail === 0 });
          setOpen(true);
        }}
      />
      <PopupMenu
        label={lazyStrings.members.manage(name)}
        isOpen={isOpen}
        onOpenChange={setOpen}
        anchor={opener?.button}
        container={opener?.button.closest<HTMLElement>('main')}
        isByKey={opener?.isByKey}
        getFinalFocus={() => (question ? false : (opener?.button ?? null))}
      >
        <PersonItems row={row} changes={changes} onAsk={ask} />
      </PopupMenu>
      <PersonQuestions
        row={row}
        changes={changes}
        question={question}
        onClose={() => ask(undefined)}
        onChange={onChange}
        opener={opener?.button}
      />
    </span>
  );
}

interface PersonQuestionsProps {
  row: WorkspacePerson;
  changes: ReturnType<typeof usePersonChanges>;
  question: Question | undefined;
  onClose: () => void;
  onChange: () => void;
  opener: HTMLElement | undefined;
}

function PersonQuestions(props: PersonQuestionsProps) {
  const { changes, question, onClose, onChange, opener } = props;
  const { person, guest } = props.row;
  const name = isolateBidi(person.name);
  const texts = lazyStrings.admin;
  // A question stays after an error, to be answered again.
  const close = (isDone: boolean) => isDone && onClose();
  const getQuestion = (asked: Question) => ({
    isOpen: question === asked,
    isBusy: changes.isBusy,
    onClose,
    finalFocus: () => opener ?? true,
  });
  return (
    <>
      <ConfirmDialog
        {...getQuestion('suspend')}
        title={texts.suspendTitle(name)}
        description={texts.suspendDescription}
        confirmLabel={texts.suspend}
        variant="danger"
        onConfirm={() => void changes.suspend(true).then(close)}
      />
      <ConfirmDialog
        {...getQuestion('sessions')}
        title={texts.endSessionsTitle(name)}
        description={texts.endSessionsDescription}
        confirmLabel={texts.endSessions}
        variant="main"
        onConfirm={() => void changes.endSessions().then(close)}
      />
      <ConfirmDialog
        {...getQuestion('member')}
        title={texts.makeMemberTitle(name)}
        description={texts.makeMemberDescription}
        confirmLabel={texts.makeMemberConfirm}
        variant="main"
        onConfirm={() => void changes.makeMember().then(close)}
      />
      {guest && (
        <GuestEndDialog
          person={person}
          until={guest.until}
          isOpen={question === 'end'}
          onClose={onClose}
          onChanged={onChange}
          getFinalFocus={() => opener ?? null}
        />
      )}
      {(['recovery', 'claim'] as const).map(kind => (
        <AccountLinkDialog
          key={kind}
          kind={kind}
          person={person}
          isOpen={question === kind}
          onOpenChange={onClose}
          getFinalFocus={() => opener ?? null}
        />
      ))}
    </>
  );
}

interface PersonItemsProps {
  row: WorkspacePerson;
  changes: ReturnType<typeof usePersonChanges>;
  onAsk: (question: Question) => void;
}

function PersonItems({ row: { person, admin, suspendedAt, unclaimed }, changes, onAsk }: PersonItemsProps) {
  const texts = lazyStrings.admin;
  const isSuspended = suspendedAt !== undefined;
  // Only the command line recovers workspace admins.
  const isRecoverable = !admin && !person.bot;
  return (
    <>
      <MenuItem icon={ScrollText} onClick={() => navigate(`/admin/audit?by=${person.uid}`)}>
        {texts.showInAudit}
      </MenuItem>
      {person.guest && (
        <>
          <MenuItem icon={UserRoundCheck} onClick={() => onAsk('member')}>
            {texts.makeMember(isolateBidi(person.name))}
          </MenuItem>
          <MenuItem icon={CalendarClock} onClick={() => onAsk('end')}>
            {lazyStrings.guests.changeEnd}
          </MenuItem>
        </>
      )}
      {(admin || !isSuspended) && !person.guest && (
        <MenuItem icon={admin ? ShieldOff : Shield} onClick={() => void changes.setAdmin(!admin)}>
          {admin ? texts.revokeAdmin : texts.grantAdmin}
        </MenuItem>
      )}
      {isSuspended ? (
        <MenuItem icon={CircleCheck} onClick={() => void changes.suspend(false)}>
          {texts.endSuspension}
        </MenuItem>
      ) : (
        <>
          {isRecoverable && unclaimed && (
            <MenuItem icon={UserRoundPlus} onClick={() => onAsk('claim')}>
              {texts.inviteUnclaimed}
            </MenuItem>
          )}
          {isRecoverable && !unclaimed && (
            <MenuItem icon={KeyRound} onClick={() => onAsk('recovery')}>
              {texts.recoveryLink}
            </MenuItem>
          )}
          <MenuItem icon={LogOut} onClick={() => onAsk('sessions')}>
            {texts.endSessions}
          </MenuItem>
          <MenuItem icon={Ban} isDanger onClick={() => onAsk('suspend')}>
            {texts.suspend}
          </MenuItem>
        </>
      )}
    </>
  );
}

function usePersonChanges({ person: { uid, name } }: WorkspacePerson, onChange: () => void) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.admin;

  async function run(change: Promise<unknown>, done: (name: string) => string): Promise<boolean> {
    setBusy(true);
    try {
      await change;
      showSuccess(done(isolateBidi(name)));
      onChange();
      return true;
    } catch (error) {
      showCommandError(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    setAdmin: (admin: boolean) =>
      run(connection.command('set_workspace_admin', { uid, admin }), admin ? texts.granted : texts.revoked),
    suspend: (suspended: boolean) =>
      run(
        connection.command('set_suspension', { uid, suspended }),
        suspended ? texts.isSuspended : texts.suspensionEnded,
      ),
    makeMember: () => run(connection.command('make_member', { uid }), texts.isMember),
    endSessions: () => run(connection.command('end_sessions', { uid }), texts.sessionsEnded),
  };
}
