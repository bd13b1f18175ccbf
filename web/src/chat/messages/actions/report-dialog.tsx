import { MAX_REASON_LENGTH } from '@snug/protocol';
import { useChat } from '../../../state/chat-context.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import type { ActionDialogProps } from './message-action.ts';
import styles from './report-dialog.module.css';

const FIELDS = ['reason'] as const;

export function ReportDialog({ row, isOpen, onClose, getFinalFocus }: ActionDialogProps) {
  const { connection } = useChat();
  const texts = lazyStrings.messageActions;

  async function report({ reason }: { reason: string }): Promise<undefined> {
    const { roomId, id: messageId } = row;
    try {
      await connection.command('report_message', { roomId, messageId, ...(reason !== '' && { reason }) });
      showSuccess(texts.reported);
      onClose();
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <Dialog
      title={texts.reportTitle}
      isOpen={isOpen}
      onOpenChange={isOpen => !isOpen && onClose()}
      getFinalFocus={getFinalFocus}
    >
      <Form fields={FIELDS} className={styles.form} validate={() => ({})} onSubmit={report}>
        {({ isBusy }) => (
          <>
            <p className={styles.words}>{texts.reportDescription}</p>
            <TextArea label={texts.reason} name="reason" rows={3} maxLength={MAX_REASON_LENGTH} />
            <div className={styles.buttons}>
              <Button onClick={onClose}>{lazyStrings.controls.cancel}</Button>
              <Button variant="main" type="submit" isBusy={isBusy}>
                {texts.report}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
