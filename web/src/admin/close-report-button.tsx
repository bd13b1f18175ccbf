import { useState } from 'react';
import { useChat } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { RowButton } from './table/row-controls.tsx';

export function CloseReportButton({ id, onClosed }: { id: string; onClosed: () => void }) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.admin;

  async function close(): Promise<void> {
    setBusy(true);
    try {
      await connection.command('close_report', { id });
      showSuccess(texts.reportClosed);
      onClosed();
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  return (
    <RowButton isBusy={isBusy} onClick={() => void close()}>
      {texts.closeReport}
    </RowButton>
  );
}
