import { saveFile } from '../files/save-file.ts';

export const saveLog = (text: string): void =>
  saveFile('holdfast-log.txt', new Blob([text], { type: 'text/plain' }));
