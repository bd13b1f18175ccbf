import { strings } from '../../strings/strings.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import styles from './message-list.module.css';
import { useToday } from './use-today.ts';

/** Over the messages of a day: its date, and of the last two days what people call them. */
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
