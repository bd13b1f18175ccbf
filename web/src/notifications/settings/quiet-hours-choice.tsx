import { ALL_NIGHTS, DEFAULT_QUIET_HOURS, type Night } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import type { ChoiceProps } from '../own-settings.ts';
import styles from './notification-choices.module.css';
import { readOwnZone } from './own-zone.ts';
import { TimeField } from './time-field.tsx';

export function QuietHoursChoice({ settings, onChange }: ChoiceProps) {
  const texts = lazyStrings.notificationChoices;
  const hours = settings.quietHours ?? DEFAULT_QUIET_HOURS;
  const ownZone = readOwnZone();
  const { zone = ownZone } = settings;

  function change(changed: Partial<typeof hours>): void {
    void onChange({ quietHours: { ...hours, ...changed }, zone });
  }

  function toggle(night: Night): void {
    const others = hours.nights.filter(other => other !== night);
    change({ nights: others.length < hours.nights.length ? others : [...others, night] });
  }

  return (
    <div className={styles.quiet}>
      <Switch label={texts.quietHours} isOn={hours.on} onChange={on => change({ on })} />
      {hours.on && (
        <>
          <div className={styles.times}>
            <TimeField label={texts.from} minute={hours.from} onChange={from => change({ from })} />
            <TimeField label={texts.to} minute={hours.to} onChange={to => change({ to })} />
          </div>
          {hours.from === hours.to && <p className={styles.hint}>{texts.sameTimes}</p>}
          <fieldset className={styles.group}>
            <legend className={styles.heading}>{texts.nights}</legend>
            <div className={styles.nights}>
              {ALL_NIGHTS.map(night => (
                <label key={night} className={styles.night}>
                  <input
                    type="checkbox"
                    className={styles.box}
                    checked={hours.nights.includes(night)}
                    onChange={() => toggle(night)}
                  />
                  {texts.days[night]}
                </label>
              ))}
            </div>
            {hours.nights.length === 0 && <p className={styles.hint}>{texts.noNights}</p>}
          </fieldset>
          <div className={styles.zone}>
            {texts.timesIn(zone)}
            {zone !== ownZone && (
              <Button variant="plain" onClick={() => void onChange({ zone: ownZone })}>
                {texts.takeZone(ownZone)}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
