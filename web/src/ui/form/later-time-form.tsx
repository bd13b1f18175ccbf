import { useState } from 'react';
import { Button } from './button.tsx';
import { Form } from './form.tsx';
import { formatLocalTime, parseLocalTime } from './local-time.ts';
import { TextField } from './text-field.tsx';

interface LaterTimeFormProps {
  className: string | undefined;
  texts: { label: string; laterTime: string; submit: string };
  /** The server's time. */
  getNow: () => number;
  /** From now to the time that the field proposes. */
  proposedMs: number;
  onChoose: (at: number) => void | Promise<void>;
}

/** A field for a time that is not over. It proposes one that follows from its mount. */
export function LaterTimeForm({ className, texts, getNow, proposedMs, onChoose }: LaterTimeFormProps) {
  const [now] = useState(getNow);
  return (
    <Form
      className={className}
      fields={['time']}
      validate={({ time }) => ((parseLocalTime(time) ?? 0) <= getNow() ? { time: texts.laterTime } : {})}
      onSubmit={async ({ time }) => {
        await onChoose(parseLocalTime(time) ?? 0);
        return undefined;
      }}
    >
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={texts.label}
            name="time"
            type="datetime-local"
            min={formatLocalTime(now)}
            defaultValue={formatLocalTime(now + proposedMs)}
            problem={problems.time}
          />
          <Button type="submit" variant="main" isBusy={isBusy}>
            {texts.submit}
          </Button>
        </>
      )}
    </Form>
  );
}
