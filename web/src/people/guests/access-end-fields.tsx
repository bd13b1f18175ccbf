import { MAX_GUEST_DAYS } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { Problems } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { type AccessEnd, getEndTime, toDay } from './access-end.ts';

const { invites: texts } = lazyStrings;
const DAY_MS = 24 * 60 * 60_000;
/** The name of the field of the last day. */
const DAY_FIELD = 'lastDay';
const CHOICES = ['none', 30, 90, 'other'] as const;

interface AccessEndFieldsProps {
  end: AccessEnd;
  /** Of the last day. */
  problem: string | undefined;
  onChange: (end: AccessEnd) => void;
}

/** The check of a form with these fields. */
export function checkAccessEnd(end: AccessEnd): Problems<typeof DAY_FIELD> {
  return getEndTime(end, Date.now()) === undefined ? { [DAY_FIELD]: texts.dayRequired } : {};
}

export function AccessEndFields({ end, problem, onChange }: AccessEndFieldsProps) {
  const [now] = useState(Date.now);
  const getLabel = (choice: AccessEnd['choice']) => {
    if (choice === 'none') return texts.noEnd;
    return choice === 'other' ? texts.otherEnd : texts.daysOfAccess(choice);
  };
  return (
    <>
      <SelectField
        label={texts.accessUntil}
        options={CHOICES.map(value => ({ value, label: getLabel(value) }))}
        value={end.choice}
        onChoose={choice =>
          onChange({ choice, day: choice === 'other' ? toDay(now + 30 * DAY_MS) : end.day })
        }
      />
      {end.choice === 'other' && (
        <TextField
          label={texts.lastDay}
          name={DAY_FIELD}
          type="date"
          min={toDay(now)}
          max={toDay(now + (MAX_GUEST_DAYS - 1) * DAY_MS)}
          value={end.day}
          problem={problem}
          onChange={({ target }) => onChange({ choice: 'other', day: target.value })}
        />
      )}
    </>
  );
}
