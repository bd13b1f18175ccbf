import { getMorning } from '../../ui/form/local-time.ts';

const MINUTE_MS = 60_000;

export interface PauseTime {
  key: 'in30Minutes' | 'inAnHour' | 'tomorrow';
  /** ms since 1970. */
  at: number;
}

export function listPauseTimes(now: number): PauseTime[] {
  return [
    { key: 'in30Minutes', at: now + 30 * MINUTE_MS },
    { key: 'inAnHour', at: now + 60 * MINUTE_MS },
    { key: 'tomorrow', at: getMorning(now, 1) },
  ];
}
