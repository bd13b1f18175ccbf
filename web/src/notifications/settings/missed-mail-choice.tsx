import { useId } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { RadioList } from '../../ui/form/radio-list.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { type ChoiceProps, getOwnSettings } from '../own-settings.ts';
import styles from './notification-choices.module.css';
import { readOwnZone } from './own-zone.ts';

const TIMES = ['fallback', 'hour', 'day', 'never'] as const;

/** Nothing on a server that sends no mail. */
export function MissedMailChoice({ settings, onChange }: ChoiceProps) {
  const name = useId();
  const state = useStore(getOwnSettings(useChat()).mail);
  const { mail, mailText, mailTimes, confirmFirst, mailRefused } = lazyStrings.notificationChoices;
  if (!state) return null;
  const note = state.isRefused ? mailRefused : !state.isConfirmed && confirmFirst;
  return (
    <div>
      <RadioList
        label={mail}
        name={name}
        options={TIMES.map(value => ({ value, label: mailTimes[value] }))}
        value={settings.mail}
        onChoose={value => void onChange({ mail: value, zone: settings.zone ?? readOwnZone() })}
      />
      {note && <p className={styles.hint}>{note}</p>}
      {settings.mail !== 'never' && (
        <Switch
          label={mailText}
          isOn={settings.mailText}
          onChange={isOn => void onChange({ mailText: isOn })}
        />
      )}
    </div>
  );
}
