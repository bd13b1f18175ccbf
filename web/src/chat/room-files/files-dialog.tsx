import { Tabs } from '@base-ui/react/tabs';
import type { Room, RoomFileKind } from '@snug/protocol';
import { useState } from 'react';
import { useRoomName } from '../../people/direct/room-name.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useAddressChange } from '../../ui/browser/location.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { FileList } from './file-list.tsx';
import styles from './files-dialog.module.css';

const KINDS = ['picture', 'file', 'link', 'voice'] as const satisfies readonly RoomFileKind[];

export function FilesDialog({ room, isOpen, onOpenChange }: DialogState & { room: Room }) {
  const [kind, setKind] = useState<RoomFileKind>('picture');
  useAddressChange(() => onOpenChange(false));
  const { pictures, files, links, voice, kinds, title } = lazyStrings.roomFiles;
  const labels = { picture: pictures, file: files, link: links, voice };
  return (
    <Dialog
      title={<Sentence of={title} with={<Name of={useRoomName(room)} />} />}
      shape="drawer-end"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Tabs.Root value={kind} onValueChange={setKind} className={styles.files}>
        <Tabs.List className={styles.tabs} aria-label={kinds} activateOnFocus>
          {KINDS.map(value => (
            <Tabs.Tab key={value} value={value} className={styles.tab}>
              {labels[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {KINDS.map(value => (
          <Tabs.Panel key={value} value={value} className={styles.panel}>
            <FileList roomId={room.id} kind={value} onGo={() => onOpenChange(false)} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Dialog>
  );
}
