import type { ServerNode, ServerState } from '@snug/protocol';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { formatBadge } from '../../ui/text/badge.ts';
import { RelativeTime, useNow } from '../../ui/text/relative-time.tsx';
import type { Column } from '../table/column.ts';
import { TablePage } from '../table/table-page.tsx';
import { CheckupList } from './checkup-list.tsx';
import styles from './notes.module.css';
import { Notes, Problems } from './notes.tsx';
import { listProblems } from './problems.ts';
import { useServerState } from './use-server-state.ts';

type ServiceFigures = NonNullable<ServerState['pushes']>['services'][number];

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** A server keeps its number while the same servers run. */
const getNodes = ({ nodes }: ServerState) => nodes.map((node, at) => ({ ...node, number: at + 1 }));

/** Sentences before the table of servers. */
export function HealthPage() {
  const { pages, state, checkAgain } = useServerState(getNodes);
  const texts = lazyStrings.admin;
  const columns: Column<ServerNode & { number: number }>[] = [
    { name: texts.server, kind: 'title', render: ({ number }) => texts.serverName(number) },
    { name: texts.release, render: ({ release }) => release },
    { name: texts.started, render: ({ startedAt }) => <RelativeTime at={startedAt} /> },
    { name: texts.lastSeen, render: ({ seenAt }) => <RelativeTime at={seenAt} /> },
  ];
  return (
    <>
      {state && <Summary state={state} onCheckAgain={checkAgain} />}
      <TablePage
        name={texts.servers}
        columns={columns}
        pages={pages}
        getKey={({ number }) => String(number)}
        none={texts.notLoaded}
      />
      {state && <CheckupList nodes={state.nodes} />}
    </>
  );
}

function Summary({ state, onCheckAgain }: { state: ServerState; onCheckAgain: () => void }) {
  const { release, engine, nodes, backup, dueJobs } = state;
  const texts = lazyStrings.admin;
  return (
    <Notes>
      <Problems of={listProblems(state, useNow())} />
      <p>{texts.runsOn(release, ENGINES[engine])}</p>
      {nodes.length > 1 && <p>{texts.shareDatabase(nodes.length)}</p>}
      {backup && (
        <p>
          {texts.lastBackup} <RelativeTime at={backup.at} />
        </p>
      )}
      {state.fileStore && <FileStore of={state.fileStore} />}
      {state.broker && <Broker of={state.broker} />}
      {state.search && <SearchProgress of={state.search} />}
      {state.pushes?.services.map(figures => (
        <PushFigures key={figures.service} of={figures} />
      ))}
      <p>{dueJobs === 0 ? texts.noDueJobs : texts.dueJobs(dueJobs, formatBadge(dueJobs))}</p>
      <div className={styles.actions}>
        <Button onClick={onCheckAgain}>{texts.checkAgain}</Button>
      </div>
    </Notes>
  );
}

function FileStore({ of: { problem } }: { of: NonNullable<ServerState['fileStore']> }) {
  const texts = lazyStrings.admin;
  if (!problem) return <p>{texts.fileStoreWorks}</p>;
  return (
    <p>
      {texts.fileStoreFailsSince} <RelativeTime at={problem.since} />
    </p>
  );
}

function Broker({ of: { isConnected, since } }: { of: NonNullable<ServerState['broker']> }) {
  const texts = lazyStrings.admin;
  return (
    <p>
      {isConnected ? texts.brokerConnectedSince : texts.brokerAwaySince} <RelativeTime at={since} />
    </p>
  );
}

/** The search needs a line only while it does not find everything, or still has words of deleted rooms. */
function SearchProgress({ of: { share, leaving } }: { of: NonNullable<ServerState['search']> }) {
  const texts = lazyStrings.admin;
  return (
    <>
      <p>{share < 1 ? texts.searchBuilt(formatShare(share)) : texts.searchReady}</p>
      {leaving > 0 && <p>{texts.searchLeaving(leaving, formatBadge(leaving))}</p>}
    </>
  );
}

/** Of one kind of push service, since the start of the server. */
function PushFigures({ of: { service, sent, refused, failed, seconds } }: { of: ServiceFigures }) {
  const texts = lazyStrings.admin;
  const names: Readonly<Record<string, string>> = texts.pushServices;
  const [shownSent = '', shownRefused = '', shownFailed = ''] = [sent, refused, failed].map(count =>
    formatNumber(count),
  );
  return (
    <p>
      {texts.pushes(names[service] ?? texts.otherPushService, shownSent, shownRefused, shownFailed)}{' '}
      {seconds !== undefined && texts.pushDuration(formatSeconds(seconds))}
    </p>
  );
}

/** Not "0 seconds". */
function formatSeconds(seconds: number): string {
  return formatNumber(Math.max(seconds, 0.1), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  });
}

/** Never "100%" before the end. */
function formatShare(share: number): string {
  return formatNumber(Math.floor(share * 100) / 100, { style: 'percent' });
}
