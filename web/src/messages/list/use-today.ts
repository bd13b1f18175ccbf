import { useEffect, useState } from 'react';
import { formatDate } from '../../ui/text/format-time.ts';

/** The dates of today and yesterday, from midnight to midnight in the reader's time zone. */
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
    // No timer runs while a computer sleeps.
    document.addEventListener('visibilitychange', update);
    return () => {
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

/** When the next day begins; all times in ms since 1970. */
export function getNextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/** Noon of the day before, whatever clocks do at night. */
export function getPreviousNoon(now: number): number {
  const noon = new Date(now);
  noon.setHours(12, 0, 0, 0);
  return noon.setDate(noon.getDate() - 1);
}
