import { strings } from '../../strings/strings.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import styles from './message-list.module.css';
import { useToday } from './use-today.ts';

/** The date of a day; for the last two days also "Today" and "Yesterday". */
export function DayHeading({ date }: { date: string }) {
  const { today, yesterday } = useToday();
  const shown = <span>{date}</span>;
  return (
    <h2 className={styles.date} data-date={date}>
      {date === today && <Sentence of={strings.times.today} with={shown} />}
      {date === yesterday && <Sentence of={strings.times.yesterday} with={shown} />}
      {date !== today && date !== yesterday && shown}
    </h2>
  );
}
