import { useId } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { Dialog, type DialogState } from '../../../ui/dialog/dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { moveSelection } from '../../../ui/keyboard/move-selection.ts';
import styles from './join-dialog.module.css';
import { JoinResults, optionId } from './join-results.tsx';
import { useJoinSearch } from './use-join-search.ts';

export function JoinDialog({ isOpen, onOpenChange }: DialogState) {
  return (
    <Dialog title={strings.rooms.join} isOpen={isOpen} onOpenChange={onOpenChange}>
      <SearchForm onFound={() => onOpenChange(false)} />
    </Dialog>
  );
}

function SearchForm({ onFound }: { onFound: () => void }) {
  const id = useId();
  const join = useJoinSearch(onFound);
  const { query, searchText, rooms, people, keys, index, selectedIndex, search, select, open, submit } = join;
  const active = keys[index];

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={lazyStrings.roomSearch.find}
        name="words"
        placeholder={lazyStrings.roomSearch.findBy}
        autoComplete="off"
        value={query}
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={active === undefined ? undefined : optionId(id, active)}
        onKeyDown={event => select(moveSelection(event, index, keys.length) ?? selectedIndex)}
        onChange={event => search(event.target.value)}
      />
      <JoinResults
        id={id}
        rooms={rooms.items}
        people={people.items}
        searchText={searchText}
        selected={active}
        onFound={onFound}
        onPerson={open}
      />
      <div className={styles.more}>
        {rooms.next && <MoreButton onClick={rooms.showMore}>{lazyStrings.roomSearch.moreRooms}</MoreButton>}
        {people.next && (
          <MoreButton onClick={people.showMore}>{lazyStrings.roomSearch.morePeople}</MoreButton>
        )}
      </div>
      <NoneFound isShown={!join.hasFound && !join.isSearching} />
    </form>
  );
}

function MoreButton(props: { onClick: () => void; children: string }) {
  return <Button variant="plain" {...props} />;
}

function NoneFound({ isShown }: { isShown: boolean }) {
  return <output className={styles.none}>{isShown && lazyStrings.roomSearch.noneFound}</output>;
}
