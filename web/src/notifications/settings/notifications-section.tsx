import { type ReactNode, useId, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Switch } from '../../ui/form/switch.tsx';
import { findObstacle, isPermitted } from '../device/find-obstacle.ts';
import { notifySetting } from '../device/notify-setting.ts';
import { endSubscription } from '../device/turn-off.ts';
import { type TurnOnResult, turnOn } from '../device/turn-on.ts';
import { DeviceList } from './device-list.tsx';
import { findReason } from './device-reason.ts';
import { DeviceState } from './device-state.tsx';
import styles from './notifications-section.module.css';
import { TestButton } from './test-button.tsx';
import { type PushDevices, usePushDevices } from './use-push-devices.ts';

/** Of the Dashboard. `children`: choices that hold on all devices, or without pushes. */
export function NotificationsSection({ children }: { children: ReactNode }) {
  const heading = useId();
  const isPushOff = useStore(useChat().isPushOff);
  return (
    <fieldset aria-labelledby={heading} className={styles.section}>
      <h3 id={heading} className={styles.heading}>
        {lazyStrings.notifications.heading}
      </h3>
      {!isPushOff && <Devices />}
      {children}
    </fieldset>
  );
}

function Devices() {
  const [known, refresh] = usePushDevices();
  return (
    <>
      <ThisDevice known={known} onChange={refresh} />
      {known && known.devices.length > 0 && <DeviceList devices={known.devices} onChange={refresh} />}
    </>
  );
}

interface ThisDeviceProps {
  known: PushDevices | undefined;
  onChange: () => void;
}

function ThisDevice({ known, onChange }: ThisDeviceProps) {
  const { connection } = useChat();
  const state = useId();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<TurnOnResult>();
  const setting = useStore(notifySetting);
  const reason = findReason(result);
  const isOn = setting === 'on' && isPermitted();

  async function choose(isWanted: boolean): Promise<void> {
    if (isBusy || findObstacle()) return;
    setBusy(true);
    try {
      if (isWanted) setResult(await turnOn(connection));
      else await turnOff();
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
    onChange();
  }

  async function turnOff(): Promise<void> {
    notifySetting.set('off');
    setResult(undefined);
    await endSubscription();
    await connection.command('remove_push_device', {});
  }

  const device = known?.devices.find(({ current }) => current);
  return (
    <div>
      <Switch
        label={lazyStrings.notifications.onThisDevice}
        isOn={isOn}
        onChange={isWanted => void choose(isWanted)}
        describedBy={state}
      />
      <p id={state} className={styles.note}>
        <DeviceState reason={reason} isOn={isOn} device={device} isKnown={known !== undefined} />
      </p>
      <TestButton reason={reason} isOn={isOn} onSent={onChange} />
    </div>
  );
}
