import { daysAt, MAX_KEEP_DAYS, type Retention, toShorter } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { formatNumber } from '../../../strings/format-number.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { showCommandError, showSuccess } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FOREVER, formatDays, listRetentionChoices, OTHER, toChoiceLabel } from './retention-choices.ts';
import styles from './retention-setting.module.css';

interface RetentionSettingProps {
  label: string;
  /** Undefined for the workspace. */
  roomId?: string;
  /** The rule and what is announced, of the room or of the workspace. */
  known: Retention | undefined;
  /** The longest time, in days. Undefined for ever. */
  most?: number | undefined;
  hint: string | undefined;
}

interface Question {
  days: number;
  description: string;
}

/** Shows what is announced, or else what holds. Each choice is saved at once, after a question if less is kept. */
export function RetentionSetting({ label, roomId, known, most, hint }: RetentionSettingProps) {
  const { connection } = useChat();
  const texts = lazyStrings.retention;
  const [chosen, setChosen] = useState<number>();
  const [question, setQuestion] = useState<Question>();
  const [isBusy, setBusy] = useState(false);
  const scope = roomId === undefined ? {} : { roomId };
  const days = toShorter(known?.days, most);
  const choice = chosen ?? days ?? FOREVER;
  // A typed number of days is a choice until its question is answered.
  const choices = listRetentionChoices(choice > FOREVER ? choice : days, most);

  async function choose(next: number): Promise<void> {
    setChosen(next);
    if (next === OTHER) return;
    try {
      const present = toShorter(readPresentDays(known), most);
      if (next !== FOREVER && isShorter(next, present))
        return setQuestion({ days: next, description: await describe(next) });
      await save(next === FOREVER ? null : next);
    } catch (error) {
      showCommandError(error);
    }
    setChosen(undefined);
  }

  async function describe(days: number): Promise<string> {
    const { count } = await connection.command('count_older', { ...scope, days });
    const time = formatDays(days);
    const older = count === 0 ? texts.noneOlder(time) : texts.older(count, formatNumber(count), time);
    const losesPins = roomId !== undefined && !known?.keepsPins;
    return [older, losesPins && texts.pinsToo, texts.seenBefore].filter(Boolean).join(' ');
  }

  async function save(days: number | null): Promise<void> {
    await connection.command('set_retention', { ...scope, days, version: known?.version ?? 0 });
    showSuccess(texts.saved);
  }

  async function confirm(days: number): Promise<void> {
    setBusy(true);
    await save(days).catch(showCommandError);
    setBusy(false);
    close();
  }

  function close(): void {
    setQuestion(undefined);
    setChosen(undefined);
  }

  return (
    <div className={styles.setting}>
      <SelectField
        label={label}
        options={choices.map(value => ({ value, label: toChoiceLabel(value) }))}
        value={choice}
        onChoose={next => void choose(next)}
      />
      {choice === OTHER && <OtherTime most={most ?? MAX_KEEP_DAYS} onSave={choose} />}
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <ConfirmDialog
        title={texts.ask}
        description={question?.description ?? ''}
        isOpen={question !== undefined}
        confirmLabel={texts.save}
        variant="main"
        isBusy={isBusy}
        onConfirm={() => question && void confirm(question.days)}
        onClose={close}
      />
    </div>
  );
}

function OtherTime({ most, onSave }: { most: number; onSave: (days: number) => Promise<void> }) {
  const texts = lazyStrings.retention;
  const isPossible = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  return (
    <Form
      fields={['days']}
      className={styles.other}
      validate={({ days }) => (isPossible(days) ? {} : { days: texts.wrongNumber(formatNumber(most)) })}
      onSubmit={async ({ days }) => {
        await onSave(Number(days));
        return undefined;
      }}
    >
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={texts.number}
            name="days"
            inputMode="numeric"
            autoComplete="off"
            problem={problems.days}
          />
          <Button type="submit" isBusy={isBusy}>
            {texts.save}
          </Button>
        </>
      )}
    </Form>
  );
}

function readPresentDays(known: Retention | undefined): number | undefined {
  return daysAt(known, Date.now());
}

function isShorter(one = Number.POSITIVE_INFINITY, other = Number.POSITIVE_INFINITY): boolean {
  return one < other;
}
