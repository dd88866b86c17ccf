import type { FileLink } from '@holdfast/contract/calls';
import type { Uploader } from '@holdfast/client/files';
import { ahead, MINUTE } from './fake-times.ts';

/** What an invented picture shows: drawn when it is asked for, so that no photograph of anybody lies in the repository. */
const DRAWINGS = {
  front: `<rect width="640" height="404" fill="#d8e6df"/><rect x="40" y="96" width="150" height="190" rx="8" fill="#9fb8ad"/>
    <circle cx="115" cy="168" r="42" fill="#d8e6df"/><path d="M55 286a60 60 0 0 1 120 0z" fill="#d8e6df"/>
    <g font-family="sans-serif" font-size="26" fill="#26302d"><text x="40" y="62" font-size="30">中華民國國民身分證（樣本）</text>
    <text x="230" y="130">姓名　林予安</text><text x="230" y="180">出生　民國 79 年 4 月 8 日</text>
    <text x="230" y="230">性別　女</text><text x="230" y="340" font-size="34">A234567890</text></g>`,
  back: `<rect width="640" height="404" fill="#e6ddcb"/><g font-family="sans-serif" font-size="24" fill="#26302d">
    <text x="40" y="70">父　林○○　　母　陳○○</text><text x="40" y="120">配偶</text><text x="40" y="170">役別</text>
    <text x="40" y="230">出生地　臺北市</text><text x="40" y="290">住址　臺北市大安區○○路 1 號</text></g>
    <g fill="#26302d"><rect x="60" y="330" width="4" height="46"/><rect x="70" y="330" width="8" height="46"/><rect x="84" y="330" width="3" height="46"/>
    <rect x="94" y="330" width="10" height="46"/><rect x="110" y="330" width="4" height="46"/><rect x="120" y="330" width="7" height="46"/></g>`,
  selfie: `<rect width="640" height="404" fill="#dcd9ea"/><circle cx="320" cy="160" r="92" fill="#a9a4c6"/>
    <path d="M140 404a180 150 0 0 1 360 0z" fill="#a9a4c6"/>`,
  code: `<rect width="640" height="640" fill="#fff"/><g fill="#111"><path d="M60 60h170v170H60zM410 60h170v170H410zM60 410h170v170H60z"/>
    <path d="M270 70h40v40h-40zM340 120h40v40h-40zM270 190h70v40h-70zM300 270h40v40h-40zM70 270h60v40H70zM170 300h60v60h-60zM400 280h50v50h-50zM500 270h70v40h-70zM270 340h60v60h-60zM360 380h50v50h-50zM440 400h40v80h-40zM520 380h60v60h-60zM280 450h70v40h-70zM380 500h50v70h-50zM280 530h50v50h-50zM480 520h90v50h-90z"/></g>
    <g fill="#fff"><path d="M95 95h100v100H95zM445 95h100v100H445zM95 445h100v100H95z"/></g><g fill="#111"><path d="M120 120h50v50h-50zM470 120h50v50h-50zM120 470h50v50h-50z"/></g>`,
} as const;

const SIDES = { front: 404, back: 404, selfie: 404, code: 640 } as const;
type Drawing = keyof typeof DRAWINGS;

const NAMES = Object.keys(DRAWINGS) as Drawing[];

/** The link to one of them: its token begins with the name. */
export const fakeLink = (drawing: Drawing): FileLink => ({
  token: drawing.padEnd(43, '0'),
  key: 'k'.repeat(43),
  host: 'https://files.example',
  path: `/file/${'A'.repeat(22)}`,
  exp: ahead(5 * MINUTE),
  serviceId: 'holdfast',
  fileId: 'A'.repeat(22),
  type: 'image/webp',
  bytes: 48_000,
});

/** Nothing is sent at the console; what is read is drawn. */
export const fakeFiles: Uploader = {
  upload: async () => {
    throw new Error('the console sends no files');
  },
  async read({ token }) {
    const drawing = NAMES.find((name) => token.startsWith(name)) ?? 'selfie';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 ${SIDES[drawing]}" width="640" height="${SIDES[drawing]}">${DRAWINGS[drawing]}</svg>`;
    return new Blob([svg], { type: 'image/svg+xml' });
  },
};
