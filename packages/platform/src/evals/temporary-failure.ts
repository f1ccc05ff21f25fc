/** Something failed that may work when it is tried again, such as a model that does not answer. */
export class TemporaryFailure extends Error {
  override readonly name = "TemporaryFailure";
}
