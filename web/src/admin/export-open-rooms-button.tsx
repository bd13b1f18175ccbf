import { useState } from 'react';
import { ExportDialog } from '../chat/rooms/export/export-dialog.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Button } from '../ui/form/button.tsx';

/** For all open rooms, in the format that Snug imports. */
export function ExportOpenRoomsButton() {
  const [isOpen, setOpen] = useState(false);
  const { openTitle, openContents, openRecorded } = lazyStrings.roomExport;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{openTitle}</Button>
      <ExportDialog
        title={openTitle}
        explanation={[openContents, openRecorded]}
        address="/api/workspace/export"
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
    </>
  );
}
