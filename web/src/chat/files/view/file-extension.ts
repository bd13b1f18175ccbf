/** In capitals: "XLSX". Empty if the part after the last dot is not 1 to 5 letters or digits. */
export function getExtension(name: string): string {
  const [, extension = ''] = /[^.]\.([a-z0-9]{1,5})$/i.exec(name) ?? [];
  return extension.toUpperCase();
}
