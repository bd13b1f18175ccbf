import { useState } from 'react';
import { useAccount } from '../../account/use-account.ts';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import notes from '../server/notes.module.css';
import { Notes, Problems } from '../server/notes.tsx';
import styles from '../settings/workspace-settings.module.css';
import { mailProblemText } from './mail-problem-text.ts';

/** Whether the mail server of the environment accepts a mail. */
export function TestMail({ isOn }: { isOn: boolean }) {
  const texts = lazyStrings.admin;
  const account = useAccount();
  const { outcome, isBusy, send } = useTestMail();
  const email = account?.isVerified ? account.email : undefined;
  return (
    <Notes>
      <h2 className={styles.heading}>{texts.mail}</h2>
      {!isOn && <p>{texts.mailOff}</p>}
      {isOn && account && email === undefined && <p>{texts.testNeedsEmail}</p>}
      {isOn && email !== undefined && (
        <>
          <p>{texts.testGoesTo(email)}</p>
          <div className={notes.actions}>
            <Button isBusy={isBusy} onClick={() => void send()}>
              {texts.sendTestMail}
            </Button>
          </div>
          <div role={outcome?.problem ? 'alert' : 'status'}>
            {outcome && !outcome.problem && <p>{texts.testSent}</p>}
            {outcome?.problem && <Problems of={[mailProblemText(outcome.problem)]} />}
          </div>
        </>
      )}
    </Notes>
  );
}

function useTestMail() {
  const { connection } = useChat();
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof run>>>();
  const [isBusy, setBusy] = useState(false);
  const run = () => connection.command('send_test_mail', {});

  async function send(): Promise<void> {
    setBusy(true);
    setOutcome(undefined);
    await run().then(setOutcome, showCommandError);
    setBusy(false);
  }

  return { outcome, isBusy, send };
}
