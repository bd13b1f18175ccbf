/** What stands behind the last dot of a file's name, in capitals: "XLSX"; empty where that is nothing or no short word. */
export function getExtension(name: string): string {
  const [, extension = ''] = /[^.]\.([a-z0-9]{1,5})$/i.exec(name) ?? [];
  return extension.toUpperCase();
}
