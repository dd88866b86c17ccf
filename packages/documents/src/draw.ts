import { createRequire } from 'node:module';
import { pdfkitAddPlaceholder } from '@signpdf/placeholder-pdfkit';
import { SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils';
import Pdfkit from 'pdfkit';
import type { DocumentSection, PrintedDocument } from './document.ts';

/** Draws a document as a PDF of A4 pages, with room for a signature. Lengths are points. */

const require = createRequire(import.meta.url);
const FONTS = {
  text: require.resolve('@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/noto-sans-tc/700Bold/NotoSansTC_700Bold.ttf'),
} as const;
const INK = '#17231f';
const QUIET = '#5a6661';
const ACCENT = '#0b6b57';
const RULE = '#d5dcd8';
const MARGIN = 48;
const FOOT = 28;
/** Beside a fact's name. */
const NAME_SHARE = 0.22;
const GAP = 8;
/** Bytes that the signature with its certificate may take; it takes some 700. */
const SIGNATURE_BYTES = 2048;

type Pdf = InstanceType<typeof Pdfkit>;

interface Cell {
  readonly text: string;
  readonly share: number;
  readonly font?: keyof typeof FONTS;
  readonly color?: string;
}

const widthOf = ({ page }: Pdf) => page.width - 2 * MARGIN;
const endOf = ({ page }: Pdf) => page.height - MARGIN - FOOT;

/** One line of cells beside each other, on the next page where it does not fit on this one. */
function drawRow(pdf: Pdf, cells: readonly Cell[], size: number, onNewPage: () => void = () => {}): void {
  pdf.fontSize(size);
  const widths = cells.map(({ share }) => share * widthOf(pdf) - GAP);
  const heights = cells.map(({ text, font = 'text' }, index) =>
    pdf.font(FONTS[font]).heightOfString(text || ' ', { width: widths[index] ?? 0 }),
  );
  const height = Math.max(...heights);
  if (pdf.y + height > endOf(pdf)) {
    pdf.addPage();
    onNewPage();
    pdf.fontSize(size);
  }
  const top = pdf.y;
  let x = MARGIN;
  for (const [index, { text, share, font = 'text', color = INK }] of cells.entries()) {
    pdf
      .font(FONTS[font])
      .fillColor(color)
      .text(text, x, top, { width: widths[index] ?? 0 });
    x += share * widthOf(pdf);
  }
  pdf.x = MARGIN;
  pdf.y = top + height + 3;
}

function drawLine(pdf: Pdf, color: string = RULE): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + widthOf(pdf), pdf.y)
    .lineWidth(0.5)
    .stroke(color);
  pdf.y += 4;
}

function drawTable(pdf: Pdf, { columns, rows }: NonNullable<DocumentSection['table']>): void {
  const head = () => {
    drawRow(
      pdf,
      columns.map(({ title, share }) => ({ text: title, share, font: 'strong', color: QUIET })),
      8,
    );
    drawLine(pdf);
  };
  head();
  for (const row of rows)
    drawRow(
      pdf,
      columns.map(({ share }, index) => ({ text: row[index] ?? '', share })),
      8.5,
      head,
    );
}

function drawSection(pdf: Pdf, { heading, facts = [], table, paragraphs = [] }: DocumentSection): void {
  // A heading stays with what it is over.
  if (pdf.y + 60 > endOf(pdf)) pdf.addPage();
  pdf.y += 12;
  drawRow(pdf, [{ text: heading, share: 1, font: 'strong', color: ACCENT }], 11.5);
  drawLine(pdf);
  for (const [name, value] of facts)
    drawRow(
      pdf,
      [
        { text: name, share: NAME_SHARE, color: QUIET },
        { text: value, share: 1 - NAME_SHARE },
      ],
      9.5,
    );
  if (table) drawTable(pdf, table);
  for (const text of paragraphs) drawRow(pdf, [{ text, share: 1 }], 9.5);
}

/** At the end, when the number of pages is known. */
function drawFeet(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    // Below the margin a text would begin a page of its own.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN - 8;
    const options = { width: widthOf(pdf), lineBreak: false } as const;
    pdf.font(FONTS.text).fontSize(7.5).fillColor(QUIET).text(footer, MARGIN, y, options);
    pdf.text(`${index + 1} / ${count}`, MARGIN, y, { ...options, align: 'right' });
  }
}

export async function drawDocument({
  title,
  subtitle,
  sections,
  footer,
  madeAt,
  attachment,
}: PrintedDocument): Promise<Buffer> {
  const pdf = new Pdfkit({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'zh-TW',
    displayTitle: true,
    info: { Title: title, Author: '穩付 Holdfast', CreationDate: madeAt, ModDate: madeAt },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((ready) => pdf.on('end', ready));

  drawRow(pdf, [{ text: '穩付 Holdfast', share: 1, font: 'strong', color: ACCENT }], 10);
  drawRow(pdf, [{ text: title, share: 1, font: 'strong' }], 19);
  drawRow(pdf, [{ text: subtitle, share: 1, color: QUIET }], 9.5);
  for (const section of sections) drawSection(pdf, section);
  drawFeet(pdf, footer);
  const { fileName: name, mediaType: type, text, description } = attachment;
  const data = Buffer.from(text, 'utf8');
  pdf.file(data, { name, type, description, creationDate: madeAt, modifiedDate: madeAt });
  pdfkitAddPlaceholder({
    pdf,
    pdfBuffer: Buffer.alloc(0),
    reason: title,
    name: '穩付 Holdfast',
    contactInfo: '',
    location: '',
    signingTime: madeAt,
    signatureLength: SIGNATURE_BYTES,
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
  });
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}
