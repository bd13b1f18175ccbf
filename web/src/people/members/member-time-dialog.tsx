import { FOREVER, type Person } from '@snug/protocol';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { RadioList } from '../../ui/form/radio-list.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import styles from './member-time-dialog.module.css';

const HOUR_MS = 3_600_000;
const TIMES_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };

type Time = keyof typeof TIMES_MS | 'forGood';

const TIMES = { silence: ['hour', 'day', 'week'], ban: ['hour', 'day', 'week', 'forGood'] } as const;

interface MemberTimeDialogProps {
  kind: 'silence' | 'ban';
  person: Person;
  isOpen: boolean;
  isBusy: boolean;
  /** `until`: ms since 1970. */
  onConfirm: (until: number) => void;
  onClose: () => void;
  getFinalFocus: () => HTMLElement | null;
}

export function MemberTimeDialog(props: MemberTimeDialogProps) {
  const { kind, person, isOpen, onClose, getFinalFocus } = props;
  const { silenceTitle, banTitle } = lazyStrings.members;
  const title = kind === 'silence' ? silenceTitle : banTitle;
  return (
    <Dialog
      title={<Sentence of={title} with={<Name of={person.name} />} />}
      isOpen={isOpen}
      onOpenChange={isOpen => !isOpen && onClose()}
      getFinalFocus={getFinalFocus}
    >
      <TimeForm {...props} />
    </Dialog>
  );
}

function TimeForm({ kind, isBusy, onConfirm, onClose }: MemberTimeDialogProps) {
  const [time, setTime] = useState<Time>('hour');
  const { silenceDescription, banDescription, silence, ban, howLong, times } = lazyStrings.members;
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        if (!isBusy) onConfirm(time === 'forGood' ? FOREVER : Date.now() + TIMES_MS[time]);
      }}
    >
      <p className={styles.words}>{kind === 'silence' ? silenceDescription : banDescription}</p>
      <RadioList
        label={howLong}
        name="time"
        options={TIMES[kind].map(value => ({ value, label: times[value] }))}
        value={time}
        onChoose={setTime}
      />
      <div className={styles.buttons}>
        <Button onClick={onClose}>{lazyStrings.controls.cancel}</Button>
        <Button variant="danger" type="submit" isBusy={isBusy}>
          {kind === 'silence' ? silence : ban}
        </Button>
      </div>
    </form>
  );
}
