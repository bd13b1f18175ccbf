import type { ServerNode } from '@snug/protocol';
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import styles from './checkup-list.module.css';

const ICONS = { ok: CircleCheck, warn: TriangleAlert, fail: CircleX, skipped: CircleMinus };

/** What each server has found on its machine, as `snug doctor` prints it. */
export function CheckupList({ nodes }: { nodes: readonly ServerNode[] }) {
  const texts = lazyStrings.admin;
  return nodes.map(({ checkup }, index) => (
    <section key={index} className={styles.checkup} aria-label={texts.checkupOf(index + 1)}>
      <h2 className={styles.heading}>{texts.checkupOf(index + 1)}</h2>
      {checkup ? (
        <>
          <p>
            {texts.checked} <RelativeTime at={checkup.at} />
          </p>
          <ul className={styles.lines}>
            {checkup.lines.map(line => (
              <Line key={line.check} {...line} />
            ))}
          </ul>
        </>
      ) : (
        <p>{texts.notChecked}</p>
      )}
    </section>
  ));
}

type LineProps = NonNullable<ServerNode['checkup']>['lines'][number];

function Line({ check, status, text, next }: LineProps) {
  const Icon = ICONS[status];
  const texts = lazyStrings.admin;
  return (
    <li className={styles.line} data-status={status}>
      <Icon className={styles.icon} size={18} aria-hidden />
      <span>
        <strong>{texts.checks[check] ?? check}</strong>
        {`: ${texts.checkStates[status]}. `}
        <span lang="en" dir="auto">
          {next === undefined ? text : `${text} ${next}`}
        </span>
      </span>
    </li>
  );
}
