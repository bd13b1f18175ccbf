import type { CommandOutput, Person } from '@snug/protocol';
import { Link } from 'lucide-react';
import { useRef, useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { useFocusAfterForm } from '../ui/dialog/use-focus-after-form.ts';
import { copyLink, toAbsoluteUrl } from '../ui/feedback/copy-link.ts';
import { showCommandError } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { isolateBidi } from '../ui/text/bidi.ts';
import { formatDate, formatTime } from '../ui/text/format-time.ts';
import styles from './account-link-dialog.module.css';

type AccountLink = CommandOutput<'create_recovery_link' | 'create_claim_link'>;

const { admin } = lazyStrings;

const KINDS = {
  /** For a person who forgot their password. */
  recovery: {
    command: 'create_recovery_link',
    path: '/recover/',
    title: admin.recoveryTitle,
    describe: () => admin.recoveryDescription,
    create: admin.createRecoveryLink,
    label: admin.recoveryLink,
    hint: (expiresAt: number) => admin.recoveryHint(formatTime(expiresAt)),
  },
  /** For a person who came by an import and never signed in. */
  claim: {
    command: 'create_claim_link',
    path: '/claim/',
    title: admin.inviteTitle,
    describe: admin.inviteDescription,
    create: admin.createClaimLink,
    label: admin.claimLink,
    hint: (expiresAt: number) => admin.claimHint(formatDate(expiresAt)),
  },
} as const;

export type AccountLinkKind = keyof typeof KINDS;

interface AccountLinkDialogProps extends DialogState {
  kind: AccountLinkKind;
  person: Person;
  getFinalFocus: () => HTMLElement | null;
}

/** For a link with which a person comes into their account. */
export function AccountLinkDialog({ kind, person, ...state }: AccountLinkDialogProps) {
  return (
    <Dialog {...state} title={KINDS[kind].title(isolateBidi(person.name))}>
      <AccountLinkPanel kind={kind} person={person} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

interface AccountLinkPanelProps {
  kind: AccountLinkKind;
  person: Person;
  onDone: () => void;
}

function AccountLinkPanel({ kind, person, onDone }: AccountLinkPanelProps) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<AccountLink>();
  const { command, describe, create: label } = KINDS[kind];

  async function create(): Promise<void> {
    setBusy(true);
    try {
      setLink(await connection.command(command, { uid: person.uid }));
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  if (link) return <CreatedLink kind={kind} link={link} onDone={onDone} />;
  return (
    <div className={styles.panel}>
      <p className={styles.words}>{describe(isolateBidi(person.name))}</p>
      <Button variant="main" className={styles.button} isBusy={isBusy} onClick={() => void create()}>
        {label}
      </Button>
    </div>
  );
}

interface CreatedLinkProps {
  kind: AccountLinkKind;
  link: AccountLink;
  onDone: () => void;
}

/** The only time that anyone sees the link. */
function CreatedLink({ kind, link: { code, expiresAt }, onDone }: CreatedLinkProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useFocusAfterForm(copyButton);
  const { path, label, hint } = KINDS[kind];
  const link = path + code;
  return (
    <div className={styles.panel}>
      <TextField
        label={label}
        name="link"
        dir="ltr"
        readOnly
        hint={hint(expiresAt)}
        value={toAbsoluteUrl(link)}
        onFocus={event => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button ref={copyButton} variant="main" onClick={() => void copyLink(link)}>
          <Link size={16} aria-hidden />
          {lazyStrings.roomDetails.copyLink}
        </Button>
        <Button onClick={onDone}>{lazyStrings.programs.done}</Button>
      </div>
    </div>
  );
}
