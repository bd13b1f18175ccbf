import { CommandError } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { navigate } from '../ui/browser/location.ts';
import { useTitle } from '../ui/browser/use-title.ts';
import { PageNotice } from '../ui/feedback/page-notice.tsx';
import { showCommandError, showError, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';

/** A question, because a link of somebody else must change nothing by itself. */
export function SetupQuestion({ code, onAnswer }: { code: string; onAnswer: () => void }) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.admin;
  useTitle(texts.setUpTitle);

  async function redeem(): Promise<void> {
    setBusy(true);
    try {
      await connection.command('redeem_setup', { code });
      showSuccess(texts.setUpDone);
      onAnswer();
      navigate('/admin', { replace: true });
    } catch (error) {
      setBusy(false);
      if (error instanceof CommandError && error.code === 'not_found') showError(texts.setUpOver);
      else showCommandError(error);
    }
  }

  return (
    <PageNotice title={texts.setUpTitle} text={texts.setUpDescription}>
      <Button variant="main" isBusy={isBusy} onClick={() => void redeem()}>
        {texts.setUp}
      </Button>
    </PageNotice>
  );
}
