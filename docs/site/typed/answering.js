// Answers the states of a view, as its function does in JupyterLab.
class Answering {
  constructor({ show }, { controls, start }, model) {
    Object.assign(this, { show, controls, model, chosen: new ChosenWords(controls, start) });
  }

  answer(wanted) {
    try {
      const state = this.chosen.fitted(wanted);
      const value = ({ kind, name, options }) => (kind === "choice" ? options[state[name]] : state[name]);
      const values = Object.fromEntries(this.controls.map((form) => [form.name, value(form)]));
      const rows = this.show(values, this.model).map((picture) => [picture]);
      return { state, rows, buttons: buttonsOf(this.controls, state), message: "" };
    } catch (error) {
      if (!(error instanceof SentenceError)) throw error;
      return { state: wanted, message: error.message };
    }
  }
}

// Nothing, if a view stays with what was recorded.
async function answering(name, recording, load) {
  const { [name]: answers } = ANSWERS;
  const model = answers?.model && unpackedModel(await load(`typed/${answers.model}`));
  return answers && new Answering(answers, recording, model);
}

attnlibSite.keep("typed", { answering, ANSWERS, byLikeness, byPattern, readBy, unpackedModel, arcs, bars, folded, fixed, short });
