export { openPicture, shrinkPicture, writePicture, type Crop } from './picture.ts';
export { saveEvidence, saveFile } from './save-file.ts';
export type { Uploader, UploadOptions } from './uploader.ts';
export { useUpload, type UploadHandle, type UploadView } from './use-upload.ts';
