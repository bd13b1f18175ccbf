import { KeyRound, KeySquare, type LucideIcon, WebhookIcon } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import entry from '../../ui/list/entry.module.css';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatDate } from '../../ui/text/format-time.ts';
import { ProviderLogo } from '../providers/provider-logo.tsx';
import type { Way } from './way.ts';
import { describeWay } from './way-texts.ts';
import styles from './ways-in.module.css';

const ICONS: Record<Exclude<Way['kind'], 'provider'>, LucideIcon> = {
  passkey: KeyRound,
  token: KeySquare,
  botToken: KeySquare,
  webhook: WebhookIcon,
};

export function WayItem({ way, onEnd }: { way: Way; onEnd: () => void }) {
  const { kind, name, at } = way;
  const { end, endOf } = describeWay(way);
  return (
    <li className={entry.entry}>
      <WayIcon way={way} />
      <div className={entry.words}>
        <span className={entry.name} dir={kind === 'webhook' ? 'ltr' : 'auto'}>
          {name}
        </span>
        <span className={entry.details}>
          <span>{lazyStrings.waysIn.kinds[kind]}</span>
          {at !== undefined && <span>{lazyStrings.waysIn.addedOn(formatDate(at))}</span>}
        </span>
      </div>
      <Button aria-label={endOf(isolateBidi(name))} onClick={onEnd}>
        {end}
      </Button>
    </li>
  );
}

function WayIcon({ way }: { way: Way }) {
  const Icon = way.kind === 'provider' ? undefined : ICONS[way.kind];
  return (
    <span className={styles.icon} aria-hidden>
      {way.kind === 'provider' && <ProviderLogo id={way.id} />}
      {Icon && <Icon size={18} />}
    </span>
  );
}
