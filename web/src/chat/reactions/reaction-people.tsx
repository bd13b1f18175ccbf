import { Tooltip } from '@base-ui/react/tooltip';
import { MAX_LISTED_REACTIONS, type Person } from '@snug/protocol';
import { memo, type RefObject, useEffect, useId, useState } from 'react';
import { getCustomName } from '../../emoji/custom-name.ts';
import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { emojiData } from '../emoji/emoji-data.ts';
import type { Day, Row } from '../messages/rows.ts';
import chipStyles from './chip.module.css';
import styles from './reaction-people.module.css';
import { useReactionGroups } from './use-reactions.ts';
import { useShownChip } from './use-shown-chip.ts';

interface ReactionPeopleProps {
  list: RefObject<HTMLElement | null>;
  days: readonly Day[];
}

/** Shows who reacted beside the chip that is hovered, has the focus or is pressed for long. */
export function ReactionPeople({ list, days }: ReactionPeopleProps) {
  const { chip, hold, close } = useShownChip(list);
  const id = chip?.closest('article')?.id;
  const row = id === undefined ? undefined : days.flatMap(day => day.rows).find(row => row.id === id);
  return <PeopleTip list={list} chip={chip} row={row} hold={hold} close={close} />;
}

interface PeopleTipProps extends Omit<ReturnType<typeof useShownChip>, 'chip'> {
  list: RefObject<HTMLElement | null>;
  chip: HTMLElement | undefined;
  row: Row | undefined;
}

/** An arrival does not render it. */
const PeopleTip = memo(function PeopleTip({ list, chip, row, hold, close }: PeopleTipProps) {
  const emoji = chip?.dataset.chip;
  return (
    <Tooltip.Root open={row !== undefined} onOpenChange={isOpen => !isOpen && close()}>
      <Tooltip.Portal container={list.current?.closest<HTMLElement>('main')}>
        <Tooltip.Positioner
          className={styles.place}
          anchor={chip}
          side="top"
          align="start"
          sideOffset={6}
          positionMethod="fixed"
          collisionPadding={8}
        >
          <Tooltip.Popup role="tooltip" className={styles.people} {...hold}>
            {row && chip && emoji !== undefined && (
              <People key={`${row.id} ${emoji}`} row={row} emoji={emoji} chip={chip} />
            )}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
});

interface PeopleProps {
  row: Row;
  emoji: string;
  chip: HTMLElement;
}

function People({ row, emoji, chip }: PeopleProps) {
  const group = useReactionGroups(row).find(({ base }) => base === emoji);
  const request = [group?.count, ...(group?.keys ?? [])].join(' ');
  const { people, hasFailed } = usePeople(row.roomId, row.id, request);
  const id = useId();
  useDescription(chip, id);
  const others = (group?.count ?? 0) - (people?.length ?? 0);
  return (
    <div id={id}>
      <p className={styles.title}>
        <span className={styles.emoji}>
          {group && <EmojiGlyph of={group.shown} missing={<span className={chipStyles.missing} />} />}
        </span>{' '}
        {getCustomName(emoji) ?? emojiData.get()?.byEmoji.get(emoji)?.name}
      </p>
      {hasFailed && <p>{lazyStrings.emoji.namesFailed}</p>}
      {people && (
        <p className={styles.names}>
          {people.map(({ uid, name }, index) => (
            <span key={uid}>
              {index > 0 && ', '}
              <bdi>{name}</bdi>
            </span>
          ))}
          {others > 0 && ` ${lazyStrings.emoji.others(others)}`}
        </p>
      )}
      {!people && !hasFailed && <p className={styles.names}>{'…'}</p>}
    </div>
  );
}

/** `request`: the count, whose change reads the names again, and the emoji, separated by spaces. */
function usePeople(roomId: string, messageId: string, request: string) {
  const chat = useChat();
  const [people, setPeople] = useState<readonly Person[]>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      try {
        const found = new Map<string, Person>();
        for (const emoji of request.split(' ').slice(1)) {
          const page = await chat.connection.command('get_reactions', { roomId, messageId, emoji });
          for (const person of page.people) found.set(person.uid, person);
        }
        if (!isCurrent) return;
        setPeople([...found.values()].slice(0, MAX_LISTED_REACTIONS));
        setFailed(false);
      } catch {
        if (isCurrent) setFailed(true);
      }
    })();
    return () => {
      isCurrent = false;
    };
  }, [chat, roomId, messageId, request]);
  return { people, hasFailed };
}

/** Screen readers read the names after the chip's name. */
function useDescription(chip: HTMLElement, id: string): void {
  useEffect(() => {
    const before = chip.getAttribute('aria-describedby') ?? '';
    chip.setAttribute('aria-describedby', `${id} ${before}`);
    return () => {
      if (chip.getAttribute('aria-describedby') === `${id} ${before}`)
        chip.setAttribute('aria-describedby', before);
    };
  }, [chip, id]);
}
