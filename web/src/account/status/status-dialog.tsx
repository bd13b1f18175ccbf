import { MAX_STATUS_LENGTH, type Status } from '@snug/protocol';
import { SmilePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { emojiMemory, rememberEmoji } from '../../chat/emoji/emoji-memory.ts';
import { PickerPanel } from '../../chat/emoji/picker-panel.tsx';
import { applyTone } from '../../chat/emoji/skin-tone.ts';
import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx';
import { getOwnSettings } from '../../notifications/own-settings.ts';
import { useStatus } from '../../people/status/use-status.ts';
import { useChat, useMe } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { formatLocalTime, parseLocalTime } from '../../ui/form/local-time.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './status-dialog.module.css';
import { getStatusEnd, STATUS_ENDS, STATUS_SUGGESTIONS, type StatusEnd } from './status-ends.ts';

const DAY_MS = 24 * 60 * 60_000;

interface StatusDialogProps extends DialogState {
  getFinalFocus: () => HTMLElement | null;
}

export function StatusDialog(props: StatusDialogProps) {
  return (
    <Dialog title={lazyStrings.status.title} {...props}>
      <StatusForm onDone={() => props.onOpenChange(false)} />
    </Dialog>
  );
}

function StatusForm({ onDone }: { onDone: () => void }) {
  const known = useStatus(useMe().uid);
  const own = getOwnSettings(useChat());
  const set = useSetStatus(onDone);
  const texts = lazyStrings.status;
  const [emoji, setEmoji] = useState(known?.emoji);
  const [text, setText] = useState(known?.text ?? '');
  const [end, setEnd] = useState<StatusEnd>(known?.until === undefined ? 'always' : 'other');
  const [other, setOther] = useState(() => formatLocalTime(known?.until ?? own.now() + DAY_MS));

  const isEmpty = emoji === undefined && text.trim() === '';

  function findProblems(): { text?: string; time?: string } {
    if (isEmpty) return { text: texts.missing };
    const until = getStatusEnd(end, own.now(), parseLocalTime(other) ?? 0);
    return until !== undefined && until <= own.now() ? { time: texts.laterTime } : {};
  }

  return (
    <Form
      className={styles.form}
      fields={['text', 'time']}
      validate={findProblems}
      onSubmit={async values => {
        const until = getStatusEnd(end, own.now(), parseLocalTime(other));
        const status = {
          ...(emoji !== undefined && { emoji }),
          ...(values.text !== '' && { text: values.text }),
          ...(until !== undefined && { until }),
        };
        await set(status, texts.saved);
        return undefined;
      }}
    >
      {({ problems, isBusy }) => (
        <>
          <div className={styles.words}>
            <EmojiChoice emoji={emoji} onChoose={setEmoji} />
            <TextField
              label={texts.text}
              name="text"
              maxLength={MAX_STATUS_LENGTH}
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
              problem={isEmpty ? problems.text : undefined}
            />
          </div>
          <div className={styles.suggestions}>
            {STATUS_SUGGESTIONS.map(suggestion => (
              <Button
                key={suggestion.key}
                onClick={() => {
                  setEmoji(suggestion.emoji);
                  setText(texts.suggestions[suggestion.key]);
                  setEnd(suggestion.end);
                }}
              >
                <span aria-hidden>{suggestion.emoji}</span> {texts.suggestions[suggestion.key]}
              </Button>
            ))}
          </div>
          <SelectField
            label={texts.until}
            options={STATUS_ENDS.map(value => ({ value, label: texts.untils[value] }))}
            value={end}
            onChoose={setEnd}
          />
          {end === 'other' && (
            <TextField
              label={texts.endsAt}
              name="time"
              type="datetime-local"
              min={formatLocalTime(own.now())}
              value={other}
              onChange={({ target }) => setOther(target.value)}
              problem={problems.time}
            />
          )}
          <div className={styles.buttons}>
            <Button type="submit" variant="main" isBusy={isBusy}>
              {texts.save}
            </Button>
            {known && <Button onClick={() => void set({}, texts.cleared)}>{texts.clear}</Button>}
          </div>
        </>
      )}
    </Form>
  );
}

/** An empty status clears it. The event of the change shows it. */
function useSetStatus(onDone: () => void): (status: Status, done: string) => Promise<void> {
  const { connection } = useChat();
  return async (status, done) => {
    try {
      await connection.command('set_status', status);
      showSuccess(done);
      onDone();
    } catch (error) {
      showCommandError(error);
    }
  };
}

interface EmojiChoiceProps {
  emoji: string | undefined;
  onChoose: (emoji: string) => void;
}

/** The picker is a part of the dialog, which keeps the focus. */
function EmojiChoice({ emoji, onChoose }: EmojiChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // On touch screens, it would open the on-screen keyboard.
    if (isOpen && matchMedia('(hover: hover)').matches) field.current?.focus();
  }, [isOpen]);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.emoji}
        aria-label={lazyStrings.status.chooseEmoji}
        title={lazyStrings.status.chooseEmoji}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {emoji === undefined ? (
          <SmilePlus size={22} strokeWidth={1.8} aria-hidden />
        ) : (
          <EmojiGlyph of={emoji} />
        )}
      </button>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the fields in it
        <div
          className={styles.picker}
          onKeyDown={event => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            close();
          }}
        >
          <PickerPanel
            field={field}
            onPick={picked => {
              rememberEmoji(picked);
              onChoose(applyTone(picked, emojiMemory.get().tone));
              close();
            }}
          />
        </div>
      )}
    </>
  );
}
