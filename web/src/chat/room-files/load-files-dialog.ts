export async function loadFilesDialog() {
  return (await import('./files-dialog.tsx')).FilesDialog;
}
