import { type Mention, type Person, toMentionText } from '@snug/protocol';
import { Users } from 'lucide-react';
import { type RefObject, useId, useMemo, useState } from 'react';
import { PersonAvatar } from '../../people/profiles/person-avatar.tsx';
import { getPresenceText } from '../../people/profiles/presence-text.ts';
import { usePerson } from '../../people/profiles/use-person.ts';
import { usePresence } from '../../people/profiles/use-presence.ts';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { showInfo } from '../../ui/feedback/toast.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { CompletionList } from '../composer/completion-list.tsx';
import { useCompletion } from '../composer/use-completion.ts';
import { findMentionQuery } from './find-mention-query.ts';
import { matchName } from './match-name.ts';
import { EVERYONE, MentionCandidates, type MentionOption } from './mention-candidates.ts';
import styles from './people-completion.module.css';

interface PeopleCompletionProps {
  box: RefObject<HTMLTextAreaElement | null>;
  roomId: string;
  /** Called after the text with the mention was inserted. */
  onMention: (mention: Mention) => void;
}

interface Question {
  /** How many people would be notified, as a text and as a number. */
  count: number;
  hasMore: boolean;
  notify: () => void;
}

/** The people for an "@" at the caret. */
export function PeopleCompletion({ box, roomId, onMention }: PeopleCompletionProps) {
  const id = useId();
  const chat = useChat();
  const candidates = useMemo(() => new MentionCandidates(chat, roomId), [chat, roomId]);
  const [question, ask] = useState<Question>();

  function insertMention(uid: string | null, text: string, insert: (text: string) => number | undefined) {
    const start = insert(`${text} `);
    if (start !== undefined) onMention({ uid, start, length: text.length });
  }

  /** Of a guest who does not see the room, only the name. */
  function acceptPerson(person: Person, insert: (text: string) => number | undefined): void {
    const text = toMentionText(person.name);
    if (!candidates.isHiddenFrom(person)) return insertMention(person.uid, text, insert);
    insert(`${text} `);
    showInfo(lazyStrings.mentions.cannotSee(isolateBidi(person.name)));
  }

  function accept(option: MentionOption, insert: (text: string) => number | undefined): void {
    if (option !== 'everyone') return acceptPerson(option, insert);
    candidates.countOthers().then(
      counted => ask({ ...counted, notify: () => insertMention(null, EVERYONE, insert) }),
      // Without a connection, the text stays as typed.
      () => {},
    );
  }

  const source = {
    find: findMentionQuery,
    load: candidates.load.bind(candidates),
    accept,
  };
  const { match, options, index, accept: acceptOption } = useCompletion<MentionOption>(box, id, source);
  const query = match?.query ?? '';
  return (
    <>
      <CompletionList
        id={id}
        label={lazyStrings.mentions.people}
        options={options}
        index={index}
        getKey={option => (option === 'everyone' ? option : option.uid)}
        onAccept={acceptOption}
        renderOption={option =>
          option === 'everyone' ? <EveryoneOption /> : <PersonRow person={option} query={query} />
        }
      />
      <ConfirmDialog
        title={lazyStrings.mentions.notifyTitle(question?.count ?? 0, question?.hasMore ?? false)}
        description={lazyStrings.mentions.notifyDescription}
        isOpen={question !== undefined}
        confirmLabel={lazyStrings.mentions.notify}
        variant="main"
        isBusy={false}
        onConfirm={() => {
          question?.notify();
          ask(undefined);
        }}
        onClose={() => ask(undefined)}
        finalFocus={() => box.current}
      />
    </>
  );
}

function PersonRow({ person: found, query }: { person: Person; query: string }) {
  const person = usePerson(found);
  const presence = usePresence(person.uid);
  return (
    <>
      <span className={styles.avatar} aria-hidden>
        <PersonAvatar person={person} size={36} />
      </span>
      <span className={styles.name} dir="auto">
        <MatchedName name={person.name} query={query} />
      </span>
      <span className={styles.presence}>{getPresenceText(presence)}</span>
    </>
  );
}

function MatchedName({ name, query }: { name: string; query: string }) {
  const matches = matchName(name, query) ?? [];
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <span key={start}>
          {name.slice(matches[index - 1]?.end ?? 0, start)}
          <b>{name.slice(start, end)}</b>
        </span>
      ))}
      {name.slice(matches.at(-1)?.end ?? 0)}
    </>
  );
}

function EveryoneOption() {
  return (
    <>
      <span className={styles.everyone} aria-hidden>
        <Users size={18} />
      </span>
      <span className={styles.name}>{lazyStrings.mentions.everyone}</span>
      <span className={styles.presence}>{EVERYONE}</span>
    </>
  );
}
