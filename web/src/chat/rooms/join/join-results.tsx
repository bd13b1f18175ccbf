import type { Person } from '@snug/protocol';
import { CornerDownLeft, Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { getRoomName } from '../../../people/direct/room-name.ts';
import { PersonOption } from '../../../people/profiles/person-option.tsx';
import { useMe } from '../../../state/chat-context.ts';
import { roomPath } from '../../../state/room-path.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { Link } from '../../../ui/browser/link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import option from '../../../ui/form/option.module.css';
import { isolateBidi } from '../../../ui/text/bidi.ts';
import { RoomMark } from '../room-mark.tsx';
import styles from './join-dialog.module.css';
import type { FoundRoom } from './room-search.ts';
import { MESSAGES_KEY, searchPath } from './use-join-search.ts';

interface JoinResultsProps {
  id: string;
  rooms: readonly FoundRoom[];
  people: readonly Person[];
  /** Of a search in messages; empty without one. */
  searchText: string;
  /** The id of a room or person. */
  selected: string | undefined;
  onFound: () => void;
  onPerson: (uid: string) => void;
}

/** The focus stays in the text field, whose `aria-activedescendant` names the selected option. */
export function JoinResults(props: JoinResultsProps) {
  const { id, rooms, people, searchText, selected, onFound, onPerson } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected === undefined) return;
    const option = list.current?.querySelector('[aria-selected="true"]');
    option?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [selected]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` cannot contain links
    <div ref={list} id={id} role="listbox" className={styles.found} aria-label={lazyStrings.roomSearch.found}>
      <Group title={lazyStrings.roomSearch.rooms} isShown={rooms.length > 0}>
        {rooms.map(room => (
          <RoomOption
            key={room.id}
            id={optionId(id, room.id)}
            room={room}
            isSelected={room.id === selected}
            onFound={onFound}
          />
        ))}
      </Group>
      <Group title={lazyStrings.roomSearch.people} isShown={people.length > 0}>
        {people.map(person => (
          <PersonOption
            key={person.uid}
            id={optionId(id, person.uid)}
            person={person}
            isSelected={person.uid === selected}
            onChoose={() => onPerson(person.uid)}
          />
        ))}
      </Group>
      {searchText !== '' && (
        <SearchOption
          id={optionId(id, MESSAGES_KEY)}
          text={searchText}
          isSelected={selected === MESSAGES_KEY}
          onFound={onFound}
        />
      )}
    </div>
  );
}

interface GroupProps {
  title: string;
  isShown: boolean;
  children: ReactNode;
}

function Group({ title, isShown, children }: GroupProps) {
  const id = useId();
  if (!isShown) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `optgroup` cannot be outside a `select`
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={styles.group}>
        {title}
      </div>
      {children}
    </div>
  );
}

interface RoomOptionProps {
  id: string;
  room: FoundRoom;
  isSelected: boolean;
  onFound: () => void;
}

function RoomOption({ id, room, isSelected, onFound }: RoomOptionProps) {
  const me = useMe();
  const { name } = room;
  return (
    <Link
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `option` cannot be a link
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className={classNames(option.option, styles.room)}
      href={roomPath(room.id)}
      onClick={onFound}
    >
      <RoomMark room={room} />
      <span className={option.name} dir="auto">
        {name === undefined ? lazyStrings.roomSearch.openThis : getRoomName({ ...room, name }, me.uid)}
      </span>
      <CornerDownLeft className={option.enter} size={16} aria-hidden data-directed />
    </Link>
  );
}

interface SearchOptionProps {
  id: string;
  text: string;
  isSelected: boolean;
  onFound: () => void;
}

function SearchOption({ id, text, isSelected, onFound }: SearchOptionProps) {
  return (
    <Link
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `option` cannot be a link
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className={classNames(option.option, styles.room)}
      href={searchPath(text)}
      onClick={onFound}
    >
      <Search size={18} strokeWidth={1.9} aria-hidden className={styles.search} />
      <span className={option.name}>{lazyStrings.messageSearch.searchFor(isolateBidi(text))}</span>
      <CornerDownLeft className={option.enter} size={16} aria-hidden data-directed />
    </Link>
  );
}

/** `key`: the id of a room or person, or `MESSAGES_KEY`. */
export function optionId(id: string, key: string): string {
  return `${id}-${key}`;
}
