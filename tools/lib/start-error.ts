/** Something that the person at the keyboard can mend: the message is the whole answer, a stack would only hide it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
