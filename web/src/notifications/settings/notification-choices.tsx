import { type ReactNode, useId } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { RadioList } from '../../ui/form/radio-list.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { type ChoiceProps, useOwnSettings } from '../own-settings.ts';
import { AlertWordList } from './alert-word-list.tsx';
import { MissedMailChoice } from './missed-mail-choice.tsx';
import styles from './notification-choices.module.css';
import { QuietHoursChoice } from './quiet-hours-choice.tsx';

/** In the Dashboard: the notification settings of a person, for all their devices. */
export function NotificationChoices({ confirmation }: ConfirmationProps) {
  const [settings, change] = useOwnSettings();
  return settings && <Choices settings={settings} onChange={change} confirmation={confirmation} />;
}

interface ConfirmationProps {
  /** Of the address for mails. */
  confirmation: ReactNode;
}

function Choices({ settings, onChange, confirmation }: ChoiceProps & ConfirmationProps) {
  const { levels, level, shows, shown, conversations } = lazyStrings.notificationChoices;
  const name = useId();
  const isPushOff = useStore(useChat().isPushOff);
  return (
    <div className={styles.choices}>
      <RadioList
        label={level}
        name={`${name}-level`}
        options={(['mentions', 'everything', 'nothing'] as const).map(value => ({
          value,
          label: levels[value],
        }))}
        value={settings.level}
        onChoose={value => void onChange({ level: value })}
      />
      <Switch
        label={conversations}
        isOn={settings.conversations}
        onChange={isOn => void onChange({ conversations: isOn })}
      />
      {!isPushOff && (
        <RadioList
          label={shows}
          name={`${name}-shows`}
          options={(['all', 'name', 'nothing'] as const).map(value => ({ value, label: shown[value] }))}
          value={settings.shows}
          onChoose={value => void onChange({ shows: value })}
        />
      )}
      <QuietHoursChoice settings={settings} onChange={onChange} />
      <AlertWordList words={settings.words} onChange={onChange} />
      <MissedMailChoice settings={settings} onChange={onChange} confirmation={confirmation} />
    </div>
  );
}
