import type { Room } from '@snug/protocol';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { useTimeZone } from '../../../ui/browser/time-zone.ts';
import type { DialogState } from '../../../ui/dialog/dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';

interface ExportRoomDialogProps extends DialogState {
  room: Pick<Room, 'id' | 'kind'>;
}

/** For the admins of a room. The archive shows times as in this browser. */
export function ExportRoomDialog({ room: { id, kind }, ...dialog }: ExportRoomDialogProps) {
  const { title, contents, seen, recorded } = lazyStrings.roomExport;
  const address = `/api/rooms/${id}/export?timeZone=${encodeURIComponent(useTimeZone())}`;
  return (
    <ExportDialog
      title={title}
      explanation={[contents, kind === undefined ? recorded : seen]}
      address={address}
      {...dialog}
    />
  );
}
