// Operations that list what the memory holds.
#include "operations/described.hpp"
#include "operations/tables.hpp"

namespace pyramid::operations {

const Record<ListOptions>& Described<ListOptions>::record() {
  static const auto record =
      Record<ListOptions>()
          .has("limit", &ListOptions::limit, "Observations at most")
          .between(1, 1e9)
          .typed("--limit", "N")
          .has("model", &ListOptions::model, "Only those of this model")
          .typed("--model", "NAME")
          .takes<Beginning>("since", &set_since<ListOptions>,
                            "Only those from then on (2026-05-01, yesterday, \"3 days ago\")")
          .typed("--since", "DATE");
  return record;
}

const Record<ObservationLine>& Described<ObservationLine>::record() {
  using Line = ObservationLine;
  static const auto record =
      Record<Line>()
          .has("id", &Line::id, "Of the node")
          .has("path", &Line::path, "Of its file")
          .tells(
              "at", [](const Line& line) { return line.at.at; }, "When it was so")
          .tells(
              "day", [](const Line& line) { return date_of(line.at); },
              "The same, as the clocks showed where it was said")
          .tells(
              "importance",
              [](const Line& line) {
                return line.importance == 0 ? std::nullopt : std::optional(line.importance);
              },
              "1 to 10; null: not judged")
          .has("model", &Line::model, "That it belongs to; empty: not assigned yet")
          .tells(
              "status",
              [](const Line& line) { return line.status.empty() ? "active" : line.status; },
              "active, superseded …")
          .has("text", &Line::text, "One line");
  return record;
}

const Record<ListReport>& Described<ListReport>::record() {
  static const auto record = [] {
    Record<ListReport> report;
    report.has("observations", &ListReport::observations, "Newest first")
        .has("total", &ListReport::total, "That the options let through");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<SummariesOptions>& Described<SummariesOptions>::record() {
  static const auto record = Record<SummariesOptions>()
                                 .has("model", &SummariesOptions::model, "Only those of this model")
                                 .typed("--model", "NAME")
                                 .has("tier", &SummariesOptions::tier, "Only those of this tier")
                                 .between(0, 100)
                                 .typed("--tier", "N");
  return record;
}

const Record<SummaryLine>& Described<SummaryLine>::record() {
  using Line = SummaryLine;
  static const auto record =
      Record<Line>()
          .has("id", &Line::id, "Of the node")
          .has("path", &Line::path, "Of its file")
          .has("model", &Line::model, "That it belongs to")
          .has("tier", &Line::tier, "0 is the lowest")
          .has("start", &Line::start, "Of what it sums up")
          .has("end", &Line::end, "Of what it sums up")
          .has("count", &Line::count, "Observations below, all the way down")
          .has("first_sentence", &Line::first_sentence, "One line")
          .has("out_of_date", &Line::out_of_date, "The next sync looks at it");
  return record;
}

const Record<SummariesReport>& Described<SummariesReport>::record() {
  static const auto record = [] {
    Record<SummariesReport> report;
    report.has("summaries", &SummariesReport::summaries,
               "By model, base models first; the highest tier first; newest first");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ModelsOptions>& Described<ModelsOptions>::record() {
  static const Record<ModelsOptions> record;
  return record;
}

const Record<ModelLine>& Described<ModelLine>::record() {
  using Line = ModelLine;
  static const auto record =
      Record<Line>()
          .has("name", &Line::name, "As the files say it")
          .has("title", &Line::title, "As people say it")
          .has("type", &Line::type, "person, project, topic; empty: a base model")
          .has("description", &Line::description, "One sentence")
          .has("path", &Line::path, "Of its home; empty: not written yet")
          .has("base", &Line::base, "It is always there: assistant, user")
          .has("observations", &Line::observations, "In use")
          .has("waiting", &Line::waiting, "Of these, in no summary yet")
          .has("summaries_by_tier", &Line::summaries_by_tier, "From tier 0 up");
  return record;
}

const Record<ModelsReport>& Described<ModelsReport>::record() {
  static const auto record = [] {
    Record<ModelsReport> report;
    report.has("models", &ModelsReport::models, "Base models first, then by name");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ModelOptions>& Described<ModelOptions>::record() {
  static const auto record = Record<ModelOptions>()
                                 .has("name", &ModelOptions::name, "Its name, title or alias")
                                 .required()
                                 .typed("NAME");
  return record;
}

const Record<ModelSection>& Described<ModelSection>::record() {
  using Section = ModelSection;
  static const auto record =
      Record<Section>()
          .has("name", &Section::name, "last-3-days")
          .has("heading", &Section::heading, "Last 3 Days")
          .has("text", &Section::text, "As it stands")
          .has("edited", &Section::edited, "By a person")
          .has("out_of_date", &Section::out_of_date, "The next sync writes it again");
  return record;
}

const Record<ModelReport>& Described<ModelReport>::record() {
  using R = ModelReport;
  static const auto record = [] {
    Record<R> report;
    report.spreads(&R::model)
        .has("summaries", &R::summaries, "The highest tier first, newest first")
        .has("waiting_observations", &R::waiting, "In no summary yet, newest first")
        .has("sections", &R::sections, "Newest first");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

const Record<ExportOptions>& Described<ExportOptions>::record() {
  static const auto record =
      Record<ExportOptions>()
          .has("directory", &ExportOptions::directory, "Where to; without it as pyramid.yaml says")
          .typed("DIR")
          .path()
          .has("force", &ExportOptions::force,
               "Also over a file of your own, which is kept as NAME.bak");
  return record;
}

const Record<ExportReport>& Described<ExportReport>::record() {
  static const auto record = [] {
    Record<ExportReport> report;
    report.has("directory", &ExportReport::directory, "Where they are")
        .has("written", &ExportReport::written, "Names of files")
        .has("unchanged", &ExportReport::unchanged, "Names of files");
    tell_diagnostics(report);
    return report;
  }();
  return record;
}

Result<ModelsReport> models_as_asked(const Environment& environment, const ModelsOptions& options) {
  return list_models(environment, options.workspace);
}

void add_listing(std::vector<Operation>& table) {
  Operation listing{"list", "List observations", "The observations, newest first.", "",
                    Effect::kReads};
  listing.manual =
      "One line each: [end of its id] time (importance) [model] text. A dash stands for what is\n"
      "not there; what is out of use says so at the end.";
  listing.examples = {"pyramid list", "pyramid list --model kestrel --limit 100",
                      "pyramid list --since 2026-05-01 --json"};
  table.push_back(operation(std::move(listing), &list_observations));

  Operation modelling{"models", "List models", "What the memory is about.", "", Effect::kReads};
  modelling.manual =
      "One line each; the base models, which are always there, have a star. --json counts\n"
      "what stands below each.";
  modelling.examples = {"pyramid models", "pyramid models --json"};
  table.push_back(operation(std::move(modelling), &models_as_asked));

  Operation model{"model", "Show a model", "The pyramid of one model.", "", Effect::kReads};
  model.manual =
      "Its summaries from the highest tier down, each with its file; the observations that are in\n"
      "no summary yet; its sections.";
  model.examples = {"pyramid model user", "pyramid model kestrel --json"};
  table.push_back(operation(std::move(model), &show_model));

  Operation summaries{"summaries", "List summaries", "The summaries, one line each.", "",
                      Effect::kReads};
  summaries.manual =
      "Model by model, from the highest tier down, newest first:\n"
      "[end of its id] tier, first to last day, (observations below), model, first sentence.";
  summaries.examples = {"pyramid summaries", "pyramid summaries --model user --tier 0"};
  table.push_back(operation(std::move(summaries), &list_summaries));

  Operation exporting{"export", "Export for other programs",
                      "Write SOUL.md, USER.md and TOOLS.md for other programs.", "",
                      Effect::kWrites};
  exporting.manual =
      "What MEMORY.md says of the assistant, the user and the system, as Recent, This Month and\n"
      "Historical. A file that says it already is not touched, a person's own is left as it is.";
  exporting.examples = {"pyramid export", "pyramid export ~/.openclaw/workspace/memory"};
  exporting.is_local = true;
  table.push_back(operation(std::move(exporting), &export_models));
}

}  // namespace pyramid::operations
