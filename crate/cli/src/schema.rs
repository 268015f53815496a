//! `schema`: the scenario format for editors and other programs.

/// What `schema` is asked for.
#[derive(clap::Args, Debug)]
pub struct SchemaArgs {
    /// TypeScript types instead of a JSON Schema
    #[arg(long)]
    typescript: bool,
}

/// The text to print.
pub fn run(args: &SchemaArgs) -> Result<String, Vec<String>> {
    if args.typescript {
        return Ok(nas_forecast_core::scenario::typescript().trim_end().to_owned());
    }
    serde_json::to_string_pretty(&nas_forecast_core::scenario::schema()).map_err(|error| vec![error.to_string()])
}
