import type { RoomProgram } from '@snug/protocol';
import { BotTag } from '../../people/profiles/bot-tag.tsx';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import entry from '../../ui/list/entry.module.css';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';

const { roomPrograms: texts, programs } = lazyStrings;

interface RoomProgramItemProps {
  program: RoomProgram;
  onRemove: () => void;
}

export function RoomProgramItem({ program, onRemove }: RoomProgramItemProps) {
  const name = getProgramName(program);
  return (
    <li className={entry.entry}>
      <div className={entry.words}>
        <span className={entry.line}>
          <span className={entry.name} dir="auto">
            {name}
          </span>
          {program.kind === 'token' && <BotTag person={program.person} />}
        </span>
        <span className={entry.detail}>{describeRights(program)}</span>
        <span className={entry.details}>
          <span>{texts.addedBy(isolateBidi(program.owner.name))}</span>
          <span>
            <ProgramState program={program} />
          </span>
        </span>
      </div>
      <Button aria-label={texts.removeOf(isolateBidi(name))} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
  );
}

/** The names of tokens are notes of their owners, so admins see whose token it is instead. */
export function getProgramName({ host, person }: RoomProgram): string {
  if (host !== undefined) return host;
  return person.bot ? person.name : texts.token;
}

function describeRights({ kind, person }: RoomProgram): string {
  if (kind === 'webhook') return texts.reads;
  return person.bot ? texts.writes : texts.writesAs(isolateBidi(person.name));
}

function ProgramState({ program: { paused, lastUsedAt } }: { program: RoomProgram }) {
  if (paused) return texts.paused;
  if (lastUsedAt === undefined) return programs.neverUsed;
  return <Sentence of={programs.lastUsed} with={<RelativeTime at={lastUsedAt} />} />;
}
