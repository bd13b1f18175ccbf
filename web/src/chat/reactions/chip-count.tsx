import { formatBadge } from '../../ui/text/badge.ts';
import chip from './chip.module.css';

/** CSS draws the number: a visible text would have to be a part of the button's name. `id` is for a description with the number. */
export function ChipCount({ id, count }: { id?: string; count: number }) {
  const text = formatBadge(count);
  return (
    <span className={chip.count} data-count={text}>
      <span id={id} hidden>
        {text}
      </span>
    </span>
  );
}
