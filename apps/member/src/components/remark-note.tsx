import { defineWords, useWords } from '@holdfast/client/i18n';
import styles from './remark-note.module.css';

const remarkWords = defineWords({
  'zh-TW': {
    title: '掛單備註',
    byMember: '由掛單的會員撰寫，不是穩付的說明。請只在訂單裡聯絡和付款。',
    removed: '客服已移除這段備註。',
  },
  en: {
    title: 'Remark',
    byMember: 'Written by whoever made the listing, not by Holdfast. Talk and pay inside the order only.',
    removed: 'Support has taken this remark down.',
  },
});

/** What the owner of a listing says, as text and nothing else; null: it was taken down. */
export function RemarkNote({ text }: { text: string | null }) {
  const say = useWords(remarkWords);
  return (
    <section className={styles.remark} aria-label={say('title')}>
      <p className={styles.title}>{say('title')}</p>
      <p className={styles.text}>{text ?? say('removed')}</p>
      {text !== null && <p className={styles.note}>{say('byMember')}</p>}
    </section>
  );
}
