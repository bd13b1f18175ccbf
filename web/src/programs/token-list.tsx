import type { InviteRoom, Token } from '@snug/protocol';
import { useState } from 'react';
import { getRoomName } from '../people/direct/room-name.ts';
import { BotTag } from '../people/profiles/bot-tag.tsx';
import { useMe } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { LoadingText } from '../ui/feedback/loading.tsx';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { Button } from '../ui/form/button.tsx';
import entry from '../ui/list/entry.module.css';
import { isolateBidi } from '../ui/text/bidi.ts';
import { formatDate } from '../ui/text/format-time.ts';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime, useNow } from '../ui/text/relative-time.tsx';
import { Sentence } from '../ui/text/sentence.tsx';
import styles from './token-list.module.css';
import type { Programs } from './use-programs.ts';

const { programs: texts } = lazyStrings;
const MAX_NAMED_ROOMS = 3;

export function TokenList({ programs }: { programs: Programs }) {
  const { tokens } = programs;
  const [revoking, setRevoking] = useState<Token>();
  if (!tokens) return <LoadingText />;
  if (tokens.length === 0) return <p className={styles.none}>{texts.none}</p>;
  return (
    <>
      <ul className={styles.list} aria-label={texts.tokens}>
        {tokens.map(token => (
          <TokenItem key={token.id} token={token} programs={programs} onRevoke={() => setRevoking(token)} />
        ))}
      </ul>
      <RevokeQuestion token={revoking} programs={programs} onClose={() => setRevoking(undefined)} />
    </>
  );
}

interface TokenItemProps {
  token: Token;
  programs: Programs;
  onRevoke: () => void;
}

function TokenItem({ token, programs, onRevoke }: TokenItemProps) {
  const bot = programs.bots.find(({ uid }) => uid === token.uid);
  return (
    <li className={entry.entry}>
      <div className={entry.words}>
        <span className={entry.name} dir="auto">
          {token.name}
        </span>
        {bot && (
          <span className={entry.line}>
            <Name of={bot.name} /> <BotTag person={bot} />
          </span>
        )}
        <RoomNames token={token} rooms={programs.rooms} />
        <span className={entry.details}>
          <span>
            <LastUse token={token} />
          </span>
          <span>
            <Expiry token={token} />
          </span>
        </span>
      </div>
      <Button aria-label={texts.revokeOf(isolateBidi(token.name))} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  );
}

function RoomNames({ token, rooms }: { token: Token; rooms: ReadonlyMap<string, InviteRoom> }) {
  const me = useMe().uid;
  const { roomIds } = token;
  if (!roomIds) return <span className={entry.detail}>{texts.allRooms}</span>;
  if (roomIds.length === 0) return <strong className={styles.expired}>{texts.noRooms}</strong>;
  const named = roomIds.flatMap(id => rooms.get(id) ?? []).slice(0, MAX_NAMED_ROOMS);
  const names = named.map(room => isolateBidi(getRoomName(room, me)));
  const others = roomIds.length - named.length;
  return (
    <span className={entry.detail}>
      {[...names, ...(others > 0 ? [texts.moreRooms(others)] : [])].join(', ')}
    </span>
  );
}

function LastUse({ token: { lastUsedAt } }: { token: Token }) {
  if (lastUsedAt === undefined) return texts.neverUsed;
  return <Sentence of={texts.lastUsed} with={<RelativeTime at={lastUsedAt} />} />;
}

function Expiry({ token: { expiresAt } }: { token: Token }) {
  if (expiresAt > useNow()) return texts.expiresOn(formatDate(expiresAt));
  return <strong className={styles.expired}>{texts.expired}</strong>;
}

interface RevokeQuestionProps {
  token: Token | undefined;
  programs: Programs;
  onClose: () => void;
}

function RevokeQuestion({ token, programs, onClose }: RevokeQuestionProps) {
  const [isBusy, setBusy] = useState(false);

  async function revoke(id: string): Promise<void> {
    setBusy(true);
    try {
      await programs.revokeToken(id);
      showSuccess(texts.revoked);
      onClose();
    } catch (error) {
      showCommandError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={texts.revokeQuestion(isolateBidi(token?.name ?? ''))}
      description={texts.revokeDescription}
      isOpen={token !== undefined}
      confirmLabel={texts.revoke}
      variant="danger"
      isBusy={isBusy}
      onConfirm={() => token && void revoke(token.id)}
      onClose={onClose}
    />
  );
}
