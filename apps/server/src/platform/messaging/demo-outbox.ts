import type { MessagePorts, OutgoingMessage } from './port.ts';

const KEPT = 100;

export interface DemoMessage extends OutgoingMessage {
  readonly channel: keyof MessagePorts;
  readonly at: Date;
}

export interface DemoOutbox {
  readonly ports: MessagePorts;
  /** The newest first. */
  list(): readonly DemoMessage[];
}

/** Keeps messages in memory instead of sending them, in a demo and in tests. A restart loses them; their codes live for minutes anyway. */
export function createDemoOutbox(): DemoOutbox {
  let kept: readonly DemoMessage[] = [];
  const port = (channel: keyof MessagePorts) => ({
    async send(message: OutgoingMessage) {
      kept = [{ ...message, channel, at: new Date() }, ...kept].slice(0, KEPT);
    },
  });
  return { ports: { mobile: port('mobile'), mail: port('mail') }, list: () => kept };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const TIME = new Intl.DateTimeFormat('zh-TW', {
  timeZone: 'Asia/Taipei',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

function article({ channel, to, subject, text, at }: DemoMessage): string {
  const kind = channel === 'mobile' ? 'SMS' : 'E-mail';
  const heading = channel === 'mobile' ? escape(to) : `${escape(to)} · ${escape(subject)}`;
  return `<article aria-label="${escape(to)}">
<p class="meta">${kind} · <time datetime="${at.toISOString()}">${TIME.format(at)}</time></p>
<h2>${heading}</h2>
<p>${escape(text)}</p>
</article>`;
}

/** Renders the outbox as a page without a script; it reloads itself by a meta refresh. */
export function outboxPage(messages: readonly DemoMessage[]): string {
  const list =
    messages.length === 0
      ? '<p class="empty">還沒有訊息。No messages yet.</p>'
      : messages.map((message) => article(message)).join('\n');
  return `<!doctype html>
<html lang="zh-TW">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3">
<meta name="color-scheme" content="light dark">
<title>示範寄件匣 · Holdfast</title>
<link rel="stylesheet" href="/outbox.css">
</head>
<body>
<main>
<h1>示範寄件匣</h1>
<p class="about">示範環境不會真的寄出簡訊與電子郵件，內容都在這裡，最新的在最上面。
<span lang="en">This demo sends no SMS or e-mail to anybody; the newest message is on top.</span></p>
${list}
</main>
</body>
</html>
`;
}

export const OUTBOX_STYLE = `:root { font: 16px/1.5 system-ui, sans-serif; background: #f6f3ec; color: #17231d; }
main { max-width: 640px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: 4px 0; overflow-wrap: anywhere; white-space: pre-line; }
.about, .meta, .empty { color: #55615a; }
.meta { font-size: 0.875rem; }
article { margin-top: 16px; padding: 16px; border: 1px solid #ddd6c8; border-radius: 14px; background: #fff; }
@media (prefers-color-scheme: dark) {
  :root { background: #101613; color: #e8ece9; }
  .about, .meta, .empty { color: #a3afa8; }
  article { background: #18211d; border-color: #2c3833; }
}
`;
