import { useEffect, useState } from 'react';
import { timeZone } from '../../../ui/browser/time-zone.ts';
import { formatDate } from '../../../ui/text/format-time.ts';

/** In the reader's time zone. */
export function useToday(): { today: string; yesterday: string } {
  const [dates, setDates] = useState(getDates);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      clearTimeout(timer);
      setDates(getDates());
      timer = setTimeout(update, getNextMidnight(Date.now()) - Date.now());
    };
    update();
    // Timers do not run while a computer sleeps.
    document.addEventListener('visibilitychange', update);
    const unsubscribe = timeZone.subscribe(update);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return dates;
}

function getDates() {
  const now = Date.now();
  return { today: formatDate(now), yesterday: formatDate(getPreviousNoon(now)) };
}

/** All times in ms since 1970. */
export function getNextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/** Noon exists once on every day, also when clocks change. */
export function getPreviousNoon(now: number): number {
  const noon = new Date(now);
  noon.setHours(12, 0, 0, 0);
  return noon.setDate(noon.getDate() - 1);
}
