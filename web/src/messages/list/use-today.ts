import { useEffect, useState } from 'react';
import { formatDate } from '../../ui/text/format-time.ts';

/** The dates of today and yesterday, from midnight to midnight in the reader's time zone. */
export function useToday(): { today: string; yesterday: string } {
  const [dates, setDates] = useState(datesNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      setDates(datesNow());
      timer = setTimeout(look, midnightAfter(Date.now()) - Date.now());
    };
    look();
    // No timer runs while a computer sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return dates;
}

function datesNow() {
  const now = Date.now();
  return { today: formatDate(now), yesterday: formatDate(dayBefore(now)) };
}

/** When the next day begins; all times in ms since 1970. */
export function midnightAfter(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}

/** Noon of the day before, whatever clocks do at night. */
export function dayBefore(now: number): number {
  const noon = new Date(now);
  noon.setHours(12, 0, 0, 0);
  return noon.setDate(noon.getDate() - 1);
}
