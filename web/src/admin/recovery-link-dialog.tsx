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
import { formatTime } from '../ui/text/format-time.ts';
import styles from './recovery-link-dialog.module.css';

type RecoveryLink = CommandOutput<'create_recovery_link'>;

interface RecoveryLinkDialogProps extends DialogState {
  person: Person;
  getFinalFocus: () => HTMLElement | null;
}

/** For a person who forgot their password. */
export function RecoveryLinkDialog({ person, ...state }: RecoveryLinkDialogProps) {
  return (
    <Dialog {...state} title={lazyStrings.admin.recoveryTitle(isolateBidi(person.name))}>
      <RecoveryLinkPanel uid={person.uid} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

function RecoveryLinkPanel({ uid, onDone }: { uid: string; onDone: () => void }) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<RecoveryLink>();
  const texts = lazyStrings.admin;

  async function create(): Promise<void> {
    setBusy(true);
    try {
      setLink(await connection.command('create_recovery_link', { uid }));
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  if (link) return <CreatedLink link={link} onDone={onDone} />;
  return (
    <div className={styles.panel}>
      <p className={styles.words}>{texts.recoveryDescription}</p>
      <Button variant="main" className={styles.button} isBusy={isBusy} onClick={() => void create()}>
        {texts.createRecoveryLink}
      </Button>
    </div>
  );
}

/** The only time that anyone sees the link. */
function CreatedLink({ link: { code, expiresAt }, onDone }: { link: RecoveryLink; onDone: () => void }) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useFocusAfterForm(copyButton);
  const path = `/recover/${code}`;
  const texts = lazyStrings.admin;
  return (
    <div className={styles.panel}>
      <TextField
        label={texts.recoveryLink}
        name="link"
        dir="ltr"
        readOnly
        hint={texts.recoveryHint(formatTime(expiresAt))}
        value={toAbsoluteUrl(path)}
        onFocus={event => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button ref={copyButton} variant="main" onClick={() => void copyLink(path)}>
          <Link size={16} aria-hidden />
          {lazyStrings.roomDetails.copyLink}
        </Button>
        <Button onClick={onDone}>{lazyStrings.programs.done}</Button>
      </div>
    </div>
  );
}
