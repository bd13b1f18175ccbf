import type { MailState } from '@snug/client/notifications/own-notification-settings.ts';
import { type ReactNode, useEffect, useId } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { RadioList } from '../../ui/form/radio-list.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { type ChoiceProps, getOwnSettings } from '../own-settings.ts';
import styles from './notification-choices.module.css';
import { readOwnZone } from './own-zone.ts';

const TIMES = ['fallback', 'hour', 'day', 'never'] as const;

interface MissedMailChoiceProps extends ChoiceProps {
  /** Shows while the address is not confirmed. */
  confirmation: ReactNode;
}

/** Nothing on a server that sends no mail. */
export function MissedMailChoice({ settings, onChange, confirmation }: MissedMailChoiceProps) {
  const name = useId();
  const state = useMailState();
  const { mail, mailText, mailTimes, confirmFirst, mailRefused } = lazyStrings.notificationChoices;
  if (!state) return null;
  const isUnconfirmed = !state.isConfirmed && !state.isRefused;
  return (
    <div>
      <RadioList
        label={mail}
        name={name}
        options={TIMES.map(value => ({ value, label: mailTimes[value] }))}
        value={settings.mail}
        onChoose={value => void onChange({ mail: value, zone: settings.zone ?? readOwnZone() })}
      />
      {state.isRefused && <p className={styles.hint}>{mailRefused}</p>}
      {isUnconfirmed && (
        <div className={styles.confirmation}>
          <p className={styles.hint}>{confirmFirst}</p>
          {confirmation}
        </div>
      )}
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

/** Other tabs and devices confirm the address: the page looks when its person comes back. */
function useMailState(): MailState {
  const own = getOwnSettings(useChat());
  const state = useStore(own.mail);
  const isWaiting = state?.isConfirmed === false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const refresh = () => own.refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [own, isWaiting]);
  return state;
}
